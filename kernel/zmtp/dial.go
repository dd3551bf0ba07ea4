package zmtp

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"

	"github.com/go-zeromq/zmq4"

	"warpbook.dev/kernel/zmtp/curve"
)

// A Socket is the client's end of one connection: a DEALER, a SUB or a REQ. It does
// not reconnect; when the other side ends, Recv says so. Send may be called from any
// goroutine, Recv from one at a time.
type Socket struct {
	peer *peer
	req  bool
	end  sync.Once
}

// DialDealer connects a DEALER of that identity to a ROUTER.
func DialDealer(ctx context.Context, network, address string, keys *curve.Keys, identity []byte) (*Socket, error) {
	return dial(ctx, network, address, keys, zmq4.Dealer, identity)
}

// DialSub connects a SUB with one subscription; "" is everything.
func DialSub(ctx context.Context, network, address string, keys *curve.Keys, topic string) (*Socket, error) {
	s, err := dial(ctx, network, address, keys, zmq4.Sub, nil)
	if err != nil {
		return nil, err
	}
	s.peer.enqueue(encode([][]byte{append([]byte{1}, topic...)}))
	return s, nil
}

// DialReq connects a REQ to a REP.
func DialReq(ctx context.Context, network, address string, keys *curve.Keys) (*Socket, error) {
	s, err := dial(ctx, network, address, keys, zmq4.Req, nil)
	if err != nil {
		return nil, err
	}
	s.req = true
	return s, nil
}

func dial(ctx context.Context, network, address string, keys *curve.Keys, typ zmq4.SocketType, identity []byte) (*Socket, error) {
	var d net.Dialer
	c, err := d.DialContext(ctx, network, address)
	if err != nil {
		return nil, fmt.Errorf("zmtp: %s socket: %w", typ, err)
	}
	s, err := open(ctx, c, keys, typ, identity)
	if err != nil {
		return nil, fmt.Errorf("zmtp: %s socket to %s: %w", typ, address, err)
	}
	return s, nil
}

// open makes a Socket of a connection. A context that ends during the handshake ends
// the handshake.
func open(ctx context.Context, c net.Conn, keys *curve.Keys, typ zmq4.SocketType, identity []byte) (*Socket, error) {
	stop := context.AfterFunc(ctx, func() { c.Close() })
	defer stop()
	if keys != nil {
		c = curve.Client(c, keys, defaultLimits.message)
	}
	p, err := openPeer(c, typ, identity, false, defaultLimits)
	if err != nil {
		return nil, err
	}
	return &Socket{peer: p}, nil
}

// Send queues a message. It never waits for the network.
func (s *Socket) Send(frames [][]byte) error {
	if len(frames) == 0 {
		return errors.New("zmtp: message without frames")
	}
	if s.req {
		frames = append([][]byte{{}}, frames...)
	}
	if !s.peer.enqueue(encode(frames)) {
		return errClosed
	}
	return nil
}

// Recv waits for the next message, or for the end of the connection.
func (s *Socket) Recv() ([][]byte, error) {
	frames, err := s.peer.recv()
	if err != nil {
		s.peer.account.finish()
		s.end.Do(func() { close(s.peer.ended) })
		s.peer.abort() // so that the other side, if it is closing, need not wait for us
		return nil, err
	}
	if s.req && len(frames) > 0 && len(frames[0]) == 0 {
		frames = frames[1:]
	}
	return frames, nil
}

// Close delivers what is queued, for at most a second, and ends Recv.
func (s *Socket) Close() error {
	s.peer.close()
	return nil
}

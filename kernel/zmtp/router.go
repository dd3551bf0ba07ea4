package zmtp

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/go-zeromq/zmq4"
)

// ErrNoPeer is what Router.Send returns when nobody of that identity is connected.
var ErrNoPeer = errors.New("zmtp: no such peer")

// A Router receives from all its peers and answers each by its identity, which is
// the first frame of every message.
type Router struct {
	*server
	inbox chan [][]byte
	byID  map[string]*peer
	count uint32 // of peers that have no identity of their own
}

// ListenRouter binds a ROUTER socket.
func ListenRouter(network, address string) (*Router, error) {
	return listenRouter(network, address, defaultLimits)
}

func listenRouter(network, address string, lim limits) (*Router, error) {
	s, err := listen(network, address, zmq4.Router, lim)
	if err != nil {
		return nil, err
	}
	r := &Router{server: s, inbox: make(chan [][]byte, 64), byID: map[string]*peer{}}
	s.join, s.leave = r.add, r.remove
	s.receive = func(p *peer, frames [][]byte) {
		select {
		case r.inbox <- append([][]byte{[]byte(p.id)}, frames...):
		case <-s.done: // keep reading, so that the connection closes cleanly
		}
	}
	s.start()
	return r, nil
}

// add gives the peer its identity. A newcomer takes over an identity in use, as with
// ZMQ_ROUTER_HANDOVER: it is a client that reconnected before its old connection was
// seen to be dead. Identities that begin with a zero byte are the router's own.
func (r *Router) add(p *peer) {
	p.id = p.identity()
	if p.id == "" || p.id[0] == 0 {
		r.count++
		p.id = string(binary.BigEndian.AppendUint32([]byte{0}, r.count))
	}
	if old := r.byID[p.id]; old != nil {
		old.abort()
	}
	r.byID[p.id] = p
}

func (r *Router) remove(p *peer) {
	if r.byID[p.id] == p {
		delete(r.byID, p.id)
	}
}

// Recv waits for a message of any peer; the first frame is the peer's identity.
func (r *Router) Recv() ([][]byte, error) {
	select {
	case <-r.done:
		return nil, errClosed
	default:
	}
	select {
	case m := <-r.inbox:
		return m, nil
	case <-r.done:
		return nil, errClosed
	}
}

// Send queues a message for the peer that its first frame names. It never waits for
// the network. The error wraps ErrNoPeer when that peer is gone.
func (r *Router) Send(frames [][]byte) error {
	if len(frames) < 2 {
		return fmt.Errorf("zmtp: ROUTER message of %d frames, want an identity and a body", len(frames))
	}
	r.mu.Lock()
	p := r.byID[string(frames[0])]
	r.mu.Unlock()
	if p == nil || !p.enqueue(encode(frames[1:])) {
		return fmt.Errorf("%w: identity %.64q", ErrNoPeer, frames[0])
	}
	return nil
}

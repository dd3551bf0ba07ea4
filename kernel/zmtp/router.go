package zmtp

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/go-zeromq/zmq4"

	"warpbook.dev/kernel/zmtp/curve"
)

// ErrNoPeer is what Router.Send returns when nobody of that identity is connected.
var ErrNoPeer = errors.New("zmtp: no such peer")

// A Router receives messages of type M from all its peers and answers each by its
// identity, which is the first frame of every message.
type Router[M any] struct {
	*server
	inbox chan M
	byID  map[string]*peer
	count uint32 // of peers that have no identity of their own
}

// ListenRouter binds a ROUTER socket. decode makes a message of its frames, the first
// of which is the identity of the peer. It is called by the goroutine of that peer, so
// that a message which takes long to check, or is wrong, delays nobody else. report,
// if not nil, hears of the errors of decode and of what else is refused.
func ListenRouter[M any](network, address string, keys *curve.Keys, decode func(frames [][]byte) (M, error),
	report func(error)) (*Router[M], error) {
	return listenRouter(network, address, keys, defaultLimits, decode, report)
}

func listenRouter[M any](network, address string, keys *curve.Keys, lim limits, decode func([][]byte) (M, error),
	report func(error)) (*Router[M], error) {
	s, err := listen(network, address, keys, zmq4.Router, lim, report)
	if err != nil {
		return nil, err
	}
	return newRouter(s, decode), nil
}

// newRouter makes a ROUTER of a server and starts it.
func newRouter[M any](s *server, decode func([][]byte) (M, error)) *Router[M] {
	r := &Router[M]{server: s, inbox: make(chan M, 64), byID: map[string]*peer{}}
	s.join, s.leave = r.add, r.remove
	s.receive = func(p *peer, frames [][]byte) error {
		m, err := decode(append([][]byte{[]byte(p.id)}, frames...))
		if err != nil {
			return err
		}
		r.claim(p)
		select {
		case r.inbox <- m:
		case <-s.done: // keep reading, so that the connection closes cleanly
		}
		return nil
	}
	s.start()
	return r
}

// Frames is the decode of a Router whose messages are their frames.
func Frames(frames [][]byte) ([][]byte, error) { return frames, nil }

// add gives the peer its identity, if nobody has it. Otherwise see claim. Identities
// that begin with a zero byte are the router's own.
func (r *Router[M]) add(p *peer) {
	p.id = p.meta["Identity"]
	if p.id == "" || p.id[0] == 0 {
		r.count++
		p.id = string(binary.BigEndian.AppendUint32([]byte{0}, r.count))
	}
	if r.byID[p.id] == nil {
		r.byID[p.id] = p
	}
}

// claim gives a peer an identity that is in use, as with ZMQ_ROUTER_HANDOVER: it is a
// client that reconnected before its old connection was seen to be dead. That takes a
// message which decode accepts: iopub tells everybody the identities, and a stranger
// who cannot sign must not push a client out.
func (r *Router[M]) claim(p *peer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if old := r.byID[p.id]; old != p && !r.closed {
		if old != nil {
			old.abort()
		}
		r.byID[p.id] = p
	}
}

// remove leaves the identity to another peer that calls itself so.
func (r *Router[M]) remove(p *peer) {
	if r.byID[p.id] != p {
		return
	}
	delete(r.byID, p.id)
	for other := range r.peers {
		if other.id == p.id {
			r.byID[p.id] = other
		}
	}
}

// Recv waits for a message of any peer.
func (r *Router[M]) Recv() (m M, err error) {
	select {
	case <-r.done:
		return m, errClosed
	default:
	}
	select {
	case m = <-r.inbox:
		return m, nil
	case <-r.done:
		return m, errClosed
	}
}

// Send queues a message for the peer that its first frame names. It never waits for
// the network. The error wraps ErrNoPeer when that peer is gone.
func (r *Router[M]) Send(frames [][]byte) error {
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

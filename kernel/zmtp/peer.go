package zmtp

import (
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/go-zeromq/zmq4/security/null"
)

// limits bound what a peer may cost. Tests make them small.
type limits struct {
	handshake time.Duration // for greeting and READY
	message   uint64        // bytes of one incoming message
	queue     int           // bytes queued for a peer before senders are asked to wait
	patience  time.Duration // how long a peer over queue may take nothing at all before it is dropped
	linger    time.Duration // for delivering what is queued when a socket closes
}

// defaultLimits: a peer that is alive but busy for ten seconds loses nothing, and
// one that is dead holds at most 64 MiB.
var defaultLimits = limits{
	handshake: 5 * time.Second,
	message:   256 << 20,
	queue:     64 << 20,
	patience:  10 * time.Second,
	linger:    time.Second,
}

// handshakeLimit is ample for the READY command: a socket type and an identity of
// at most 255 bytes.
const handshakeLimit = 16 << 10

// writeSize is how much is given to the operating system at once. Progress is seen
// in such steps, so that a slow peer is not taken for a dead one.
const writeSize = 256 << 10

// A peer is one connection: its ZMTP state, and a queue that a goroutine of its own
// writes out, so that no peer waits for another.
type peer struct {
	conn  *framedConn
	zmq   *zmq4.Conn
	lim   limits
	id    string              // ROUTER: the identity
	topic map[string]struct{} // XPUB: the subscriptions

	mu       sync.Mutex
	wake     sync.Cond // the queue or closing changed
	queue    [][]byte
	pending  int       // bytes queued or being written
	progress time.Time // when bytes last left, or the queue was last empty
	closing  bool

	written chan struct{} // closed when the writer has ended
	ended   chan struct{} // closed when the reader has ended
}

// openPeer performs the handshake and starts the writer. It closes c on failure.
func openPeer(c net.Conn, typ zmq4.SocketType, id []byte, server bool, lim limits) (p *peer, err error) {
	defer func() {
		// zmq4 slices out of range on malformed metadata and panics on unknown socket types.
		if r := recover(); r != nil {
			err = fmt.Errorf("zmtp: malformed handshake: %v", r)
		}
		if err != nil {
			c.Close()
		}
	}()
	if w, ok := c.(interface{ SetWriteBuffer(int) error }); ok {
		w.SetWriteBuffer(writeSize) // the system would grow it to megabytes, which hide a peer's progress
	}
	c.SetDeadline(time.Now().Add(lim.handshake))
	conn := newFramedConn(c, min(handshakeLimit, lim.message))
	zmq, err := zmq4.Open(conn, null.Security(), typ, zmq4.SocketIdentity(id), server, nil)
	if err != nil {
		return nil, err
	}
	c.SetDeadline(time.Time{})
	p = &peer{
		conn: conn, zmq: zmq, lim: lim,
		topic:    map[string]struct{}{},
		progress: time.Now(),
		written:  make(chan struct{}),
		ended:    make(chan struct{}),
	}
	p.wake.L = &p.mu
	conn.lens.limit = lim.message
	conn.onPong = func(frame []byte) { p.enqueue(frame) }
	go p.write()
	return p, nil
}

// identity is what the peer calls itself in the handshake; it may be empty.
func (p *peer) identity() string { return p.zmq.Peer.Meta["Identity"] }

// recv returns the next message. Commands are skipped; zmq4 answers PING.
func (p *peer) recv() (frames [][]byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("zmtp: malformed message: %v", r)
		}
	}()
	for {
		m, err := p.zmq.RecvMsg()
		if err != nil {
			return nil, err
		}
		if m.Type != zmq4.CmdMsg {
			return m.Frames, nil
		}
	}
}

// enqueue appends the bytes of a whole message, in order and without waiting. It
// reports whether the peer takes them; a peer that is stalled is dropped instead.
func (p *peer) enqueue(message []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closing {
		return false
	}
	if p.stalled() {
		p.drop()
		return false
	}
	if p.pending == 0 {
		p.progress = time.Now()
	}
	p.queue = append(p.queue, message)
	p.pending += len(message)
	p.wake.Signal()
	return true
}

// full reports whether senders should wait for the peer. A stalled peer is dropped,
// and nobody waits for it.
func (p *peer) full() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stalled() {
		p.drop()
	}
	return !p.closing && p.pending > p.lim.queue
}

func (p *peer) stalled() bool {
	return p.pending > p.lim.queue && time.Since(p.progress) > p.lim.patience
}

// drop gives the peer up. The mutex is held.
func (p *peer) drop() {
	p.closing = true
	p.queue = nil
	p.wake.Signal()
	p.conn.Conn.Close() // ends the reader and the writer
}

// abort gives the peer up now.
func (p *peer) abort() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drop()
}

// write is the writer's goroutine.
func (p *peer) write() {
	defer close(p.written)
	for {
		batch, size := p.take()
		if size == 0 {
			return
		}
		if _, err := batch.WriteTo(p.conn.Conn); err != nil {
			p.abort()
			return
		}
		p.mu.Lock()
		p.pending -= size
		p.progress = time.Now()
		p.mu.Unlock()
	}
}

// take waits for up to writeSize bytes of the queue; none means the end.
func (p *peer) take() (batch net.Buffers, size int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.queue) == 0 && !p.closing {
		p.wake.Wait()
	}
	for len(p.queue) > 0 && size < writeSize {
		head := p.queue[0]
		part := head[:min(len(head), writeSize-size)]
		batch = append(batch, part)
		size += len(part)
		if len(part) < len(head) {
			p.queue[0] = head[len(part):]
			break
		}
		p.queue[0] = nil
		p.queue = p.queue[1:]
	}
	return batch, size
}

// close delivers what is queued, for at most the linger time, and then closes.
func (p *peer) close() {
	deadline := time.Now().Add(p.lim.linger)
	p.mu.Lock()
	p.closing = true
	p.wake.Signal()
	p.mu.Unlock()
	p.conn.SetWriteDeadline(deadline)
	<-p.written
	p.hangUp()
	p.conn.Conn.Close()
}

// hangUp says that nothing more will be sent and lets the reader see the peer's own
// end for a moment. Closing a TCP connection that holds unread input resets it, and
// a reset destroys output that the peer has not read yet.
func (p *peer) hangUp() {
	half, ok := p.conn.Conn.(interface{ CloseWrite() error })
	if !ok || half.CloseWrite() != nil {
		return
	}
	select {
	case <-p.ended:
	case <-time.After(50 * time.Millisecond):
	}
}

// errClosed is what the methods of a closed socket return.
var errClosed = errors.New("zmtp: socket is closed")

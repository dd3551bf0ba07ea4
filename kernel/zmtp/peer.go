package zmtp

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/go-zeromq/zmq4/security/null"

	"warpbook.dev/kernel/zmtp/curve"
)

// limits bound what a peer may cost. Tests make them small.
type limits struct {
	handshake time.Duration // for greeting and READY
	message   uint64        // bytes of one incoming message
	queue     int           // bytes queued for a peer before senders are asked to wait
	patience  time.Duration // how long a peer over queue may read more slowly than speed before it is dropped
	speed     int           // bytes a second
	linger    time.Duration // for delivering what is queued when a socket closes
	penalty   time.Duration // how long a peer is not read whose message was refused

	unfinished *store // what all peers together may have sent of messages that are not whole
}

// defaultLimits: a peer that is alive but busy for ten seconds loses nothing, and one
// that is dead holds at most 64 MiB. So no reader slows the others to less than 1 MiB
// a second for longer than that.
var defaultLimits = limits{
	handshake: 5 * time.Second,
	message:   256 << 20,
	queue:     64 << 20,
	patience:  10 * time.Second,
	speed:     1 << 20,
	linger:    time.Second,
	penalty:   5 * time.Millisecond,

	unfinished: &store{limit: 320 << 20}, // of all sockets together
}

// handshakeLimit is ample for the READY command: a socket type and an identity of
// at most 255 bytes.
const handshakeLimit = 16 << 10

// writeSize is how much is given to the operating system at once. Progress is seen
// in such steps, so that a slow peer is not taken for a dead one.
const writeSize = 256 << 10

// A peer is one connection, and a queue that a goroutine of its own writes out, so
// that no peer waits for another.
type peer struct {
	net.Conn
	in      *bufio.Reader
	account *intake           // of what in reads
	meta    map[string]string // what the peer said of itself in the handshake
	lim     limits
	id      string              // ROUTER: the identity
	topic   map[string]struct{} // XPUB: the subscriptions
	whole   bool                // write whole messages: the connection encrypts them, and says itself what left

	mu      sync.Mutex
	wake    sync.Cond // the queue or closing changed
	queue   [][]byte
	pending int       // bytes queued or being written
	behind  time.Time // since when the peer is, or since it last proved to be quick enough; zero if it is not
	taken   int       // bytes written since then
	closing bool
	why     error // what the peer was dropped for, if it was

	written chan struct{} // closed when the writer has ended
	ended   chan struct{} // closed when the reader has ended
}

// openPeer performs the handshake, which is zmq4's, and starts the writer. It closes
// c on failure.
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
	encrypted, _ := c.(*curve.Conn)
	account := &intake{Conn: c, lim: lim}
	in := io.Reader(account)
	if encrypted != nil {
		account.Conn, encrypted.Input, in = encrypted.Conn, account, c
		if err := encrypted.Handshake(); err != nil {
			return nil, err
		}
	}
	conn := newGuardedConn(c, in, handshakeLimit)
	zmq, err := zmq4.Open(conn, null.Security(), typ, zmq4.SocketIdentity(id), server, nil)
	if err != nil {
		return nil, err
	}
	c.SetDeadline(time.Time{})
	account.open = server // a client trusts the kernel that it chose
	p = &peer{
		Conn: c, in: conn.in, account: account, meta: zmq.Peer.Meta, lim: lim,
		topic:   map[string]struct{}{},
		written: make(chan struct{}),
		ended:   make(chan struct{}),
	}
	p.wake.L = &p.mu
	if encrypted != nil {
		p.whole = true
		encrypted.Sent = func(n int) { p.took(n, 0) }
	}
	go p.write()
	return p, nil
}

// recv returns the next message; the one before is no longer counted. Of the commands PING is answered, between the
// messages that are sent; the others are skipped.
func (p *peer) recv() ([][]byte, error) {
	for {
		p.account.finish()
		frames, command, err := readMessage(p.in, p.lim.message)
		if err != nil || !command {
			return frames, err
		}
		answer, ok, err := pong(frames[0])
		if err != nil {
			return nil, err
		}
		if ok {
			p.enqueue(answer)
		}
	}
}

// enqueue appends the bytes of a whole message, in order and without waiting. It
// reports whether the peer takes them; a peer that is stalled is dropped instead.
func (p *peer) enqueue(message []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closing || p.stalled() {
		return false
	}
	p.queue = append(p.queue, message)
	p.pending += len(message)
	if p.behind.IsZero() && p.pending > p.lim.queue {
		p.behind, p.taken = time.Now(), 0
	}
	p.wake.Signal()
	return true
}

// full reports whether senders should wait for the peer. A stalled peer is dropped,
// and nobody waits for it.
func (p *peer) full() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.stalled() && !p.closing && p.pending > p.lim.queue
}

// stalled drops a peer that holds up the others: its queue is full, and it has read
// too slowly for too long. The mutex is held.
func (p *peer) stalled() bool {
	if p.closing || p.pending <= p.lim.queue || time.Since(p.behind) <= p.lim.patience {
		return false
	}
	if float64(p.taken) >= float64(p.lim.speed)*p.lim.patience.Seconds() {
		p.behind, p.taken = time.Now(), 0
		return false
	}
	p.drop(fmt.Errorf("zmtp: the peer %s is %d bytes behind and has read %d in %v: it is disconnected", p.RemoteAddr(), p.pending,
		p.taken, p.lim.patience))
	return true
}

// drop gives the peer up. The mutex is held.
func (p *peer) drop(why error) {
	if p.why == nil && !p.closing {
		p.why = why
	}
	p.closing = true
	p.queue = nil
	p.wake.Signal()
	p.Conn.Close() // ends the reader and the writer
}

// abort gives the peer up now.
func (p *peer) abort() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drop(nil)
}

// fault is what the peer was dropped for.
func (p *peer) fault() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.why
}

// write is the writer's goroutine.
func (p *peer) write() {
	defer close(p.written)
	for {
		batch, size := p.take()
		if size == 0 {
			return
		}
		if _, err := batch.WriteTo(p.Conn); err != nil {
			p.abort()
			return
		}
		if p.whole {
			p.took(0, size)
		} else {
			p.took(size, size)
		}
	}
}

// took notes that bytes were written, and that bytes are no longer pending.
func (p *peer) took(written, done int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.taken += written
	p.pending -= done
	if p.pending <= p.lim.queue/2 { // not when the queue just has room, since who waits fills it at once
		p.behind = time.Time{}
	}
}

// take waits for up to writeSize bytes of the queue, or for more where the last
// message has to be whole; none means the end.
func (p *peer) take() (batch net.Buffers, size int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.queue) == 0 && !p.closing {
		p.wake.Wait()
	}
	for len(p.queue) > 0 && size < writeSize {
		head := p.queue[0]
		part := head
		if !p.whole {
			part = head[:min(len(head), writeSize-size)]
		}
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
	p.SetWriteDeadline(deadline)
	<-p.written
	p.hangUp()
	p.Conn.Close()
}

// hangUp says that nothing more will be sent and lets the reader see the peer's own
// end for a moment. Closing a TCP connection that holds unread input resets it, and
// a reset destroys output that the peer has not read yet.
func (p *peer) hangUp() {
	half, ok := p.Conn.(interface{ CloseWrite() error })
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

package zmtp

import (
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"

	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel/zmtp/curve"
)

// production is what the package promises. Tests of patience use it, with the clock of a
// bubble of synctest.
var production = defaultLimits

// TestMain gives real sockets so much patience that no peer of a test over them is given up
// because the machine is busy.
func TestMain(m *testing.M) {
	defaultLimits.handshake, defaultLimits.patience, defaultLimits.linger = tier.Hang, tier.Hang, tier.Hang
	os.Exit(m.Run())
}

// A memory is a network without an operating system. A goroutine that waits for it is
// blocked in the sense of synctest, so that the clock of a bubble can move on.
type memory struct {
	wrap func(net.Conn) net.Conn // of the server's ends, if not nil

	backlog chan net.Conn
	end     sync.Once
	closed  chan struct{}

	mu   sync.Mutex
	ends []*memoryConn // the server's
}

func newMemory() *memory {
	return &memory{backlog: make(chan net.Conn, 1000), closed: make(chan struct{})}
}

// memoryRouter is a ROUTER that listens to a memory.
func memoryRouter(t *testing.T, keys *curve.Keys, lim limits, report func(error)) (*Router[[][]byte], *memory) {
	m := newMemory()
	r := newRouter(newServer(m, keys, zmq4.Router, lim, report), Frames)
	t.Cleanup(func() { r.Close() })
	return r, m
}

// memoryXPub is an XPUB that listens to a memory and welcomes its subscribers.
func memoryXPub(t *testing.T, keys *curve.Keys, lim limits, report func(error)) (*XPub, *memory) {
	m := newMemory()
	x := newXPub(newServer(m, keys, zmq4.XPub, lim, report), welcome)
	t.Cleanup(func() { x.Close() })
	return x, m
}

func (m *memory) dial(t *testing.T) net.Conn {
	there, back := newStream(), newStream()
	server := &memoryConn{in: there, out: back}
	m.mu.Lock()
	m.ends = append(m.ends, server)
	m.mu.Unlock()
	var accepted net.Conn = server
	if m.wrap != nil {
		accepted = m.wrap(server)
	}
	m.backlog <- accepted
	c := &memoryConn{in: back, out: there}
	t.Cleanup(func() { c.Close() })
	return c
}

// held counts the connections that the server has not closed.
func (m *memory) held() (n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, c := range m.ends {
		if !c.in.deaf() {
			n++
		}
	}
	return n
}

func (m *memory) Accept() (net.Conn, error) {
	select {
	case c := <-m.backlog:
		return c, nil
	case <-m.closed:
		return nil, net.ErrClosed
	}
}

func (m *memory) Close() error {
	m.end.Do(func() { close(m.closed) })
	return nil
}

func (m *memory) Addr() net.Addr { return memoryAddr{} }

type memoryAddr struct{}

func (memoryAddr) Network() string { return "memory" }
func (memoryAddr) String() string  { return "memory" }

// A memoryConn is one end of a connection.
type memoryConn struct{ in, out *stream }

func (c *memoryConn) Read(p []byte) (int, error)         { return c.in.read(p) }
func (c *memoryConn) Write(p []byte) (int, error)        { return c.out.write(p) }
func (c *memoryConn) LocalAddr() net.Addr                { return memoryAddr{} }
func (c *memoryConn) RemoteAddr() net.Addr               { return memoryAddr{} }
func (c *memoryConn) SetReadDeadline(t time.Time) error  { return c.in.setDeadline(&c.in.readBy, t) }
func (c *memoryConn) SetWriteDeadline(t time.Time) error { return c.out.setDeadline(&c.out.writeBy, t) }

func (c *memoryConn) SetDeadline(t time.Time) error {
	c.SetReadDeadline(t)
	return c.SetWriteDeadline(t)
}

func (c *memoryConn) CloseWrite() error {
	if c.in.deaf() {
		return net.ErrClosed
	}
	return c.out.change(func() { c.out.over = true })
}

func (c *memoryConn) Close() error {
	c.in.change(func() { c.in.gone = true })
	return c.out.change(func() { c.out.over = true })
}

// A stream carries bytes in one direction. It holds streamSize of them, as the buffers of
// an operating system do.
type stream struct {
	mu      sync.Mutex
	changed sync.Cond
	held    []byte
	over    bool // the writer has closed
	gone    bool // the reader has closed

	readBy, writeBy time.Time
}

const streamSize = 64 << 10

func newStream() *stream {
	s := &stream{}
	s.changed.L = &s.mu
	return s
}

func (s *stream) change(f func()) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	f()
	s.changed.Broadcast()
	return nil
}

// setDeadline is called in bubbles of synctest alone.
func (s *stream) setDeadline(which *time.Time, t time.Time) error {
	if !t.IsZero() {
		time.AfterFunc(time.Until(t), s.changed.Broadcast)
	}
	return s.change(func() { *which = t })
}

// late reports whether a deadline is over. It is called in bubbles of synctest alone.
func late(by time.Time) bool { return !by.IsZero() && !time.Now().Before(by) }

func (s *stream) read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		switch {
		case s.gone:
			return 0, net.ErrClosed
		case late(s.readBy):
			return 0, os.ErrDeadlineExceeded
		case len(s.held) > 0 || len(p) == 0:
			n := copy(p, s.held)
			s.held = s.held[n:]
			s.changed.Broadcast()
			return n, nil
		case s.over:
			return 0, io.EOF
		}
		s.changed.Wait()
	}
}

func (s *stream) write(p []byte) (n int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		switch {
		case s.over:
			return n, net.ErrClosed
		case s.gone:
			return n, syscall.EPIPE
		case late(s.writeBy):
			return n, os.ErrDeadlineExceeded
		}
		part := p[n:min(len(p), n+streamSize-len(s.held))]
		s.held = append(s.held, part...)
		s.changed.Broadcast()
		if n += len(part); n == len(p) {
			return n, nil
		}
		s.changed.Wait()
	}
}

func (s *stream) deaf() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.gone
}

// Package zmtp has the ZeroMQ sockets that a notebook kernel and its client need:
// Router, XPub and Rep on the kernel's side, Dealer, Sub and Req on the client's.
//
// The handshake of ZMTP is zmq4's; the frames and the sockets above it are our own,
// because a kernel has to survive its neighbours: a peer that connects and says
// nothing, that announces an absurd frame, or that stops reading concerns nobody else.
// A socket accepts in parallel with a deadline, judges lengths before memory is
// allocated, lets all peers together send so much of messages that are not whole (see
// intake), queues for each peer apart, and delivers what is queued before it closes.
// What it refuses it reports.
//
// With the keys of a connection file all sockets speak CurveZMQ (package curve), and a
// peer that does not is refused. A nil *curve.Keys is a socket without encryption.
//
// A message is its frames. Nothing here knows the Jupyter protocol.
package zmtp

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/go-zeromq/zmq4"

	"warpbook.dev/kernel/zmtp/curve"
)

// A server accepts connections and keeps their peers. Its three functions are what
// makes it a ROUTER, an XPUB or a REP; join and leave are called with mu held, receive
// by the goroutine of the peer.
type server struct {
	listener net.Listener
	keys     *curve.Keys // nil is without encryption
	typ      zmq4.SocketType
	lim      limits
	report   func(error) // hears of what was refused
	join     func(*peer)
	receive  func(*peer, [][]byte) error
	leave    func(*peer)

	mu     sync.Mutex
	conns  []net.Conn // in their handshake, the oldest first
	peers  map[*peer]struct{}
	closed bool
	done   chan struct{}  // closed when closing begins
	wg     sync.WaitGroup // the accept loop and the connections
}

// listen binds at once and serves when start is called. report, which may be nil, is
// called from several goroutines at once.
func listen(network, address string, keys *curve.Keys, typ zmq4.SocketType, lim limits, report func(error)) (*server, error) {
	if network == "unix" {
		removeSocket(address)
	}
	l, err := net.Listen(network, address)
	if err != nil {
		return nil, fmt.Errorf("zmtp: %s socket: %w", typ, err)
	}
	if network == "unix" { // what is published is for its user only
		if err := os.Chmod(address, 0o600); err != nil {
			l.Close()
			return nil, fmt.Errorf("zmtp: %s socket: %w", typ, err)
		}
	}
	return newServer(l, keys, typ, lim, report), nil
}

// newServer serves what l accepts, when start is called.
func newServer(l net.Listener, keys *curve.Keys, typ zmq4.SocketType, lim limits, report func(error)) *server {
	if report == nil {
		report = func(error) {}
	}
	return &server{
		listener: l, keys: keys, typ: typ, lim: lim, report: report,
		join:    func(*peer) {},
		receive: func(*peer, [][]byte) error { return nil },
		leave:   func(*peer) {},
		peers:   map[*peer]struct{}{},
		done:    make(chan struct{}),
	}
}

// removeSocket removes the socket that a process left which was killed, and nothing
// that is not a socket: a kernel is restarted at the same address.
func removeSocket(path string) {
	if info, err := os.Lstat(path); err == nil && info.Mode().Type() == os.ModeSocket {
		os.Remove(path)
	}
}

// Addr is the address that the socket is bound to.
func (s *server) Addr() net.Addr { return s.listener.Addr() }

// A client opens five connections; acceptBurst and acceptPause let twenty of them come
// at once and then 500 connections a second, so that a storm of connections leaves
// time for those that are there.
const (
	acceptBurst = 100
	acceptPause = 2 * time.Millisecond
)

func (s *server) start() {
	s.wg.Go(func() {
		for credit, last := acceptBurst, time.Now(); ; {
			c, err := s.listener.Accept()
			credit = min(acceptBurst, credit+int(time.Since(last)/acceptPause)) - 1
			last = time.Now()
			if credit < 0 {
				time.Sleep(acceptPause)
			}
			switch {
			case errors.Is(err, net.ErrClosed):
				return
			case err != nil:
				time.Sleep(10 * time.Millisecond) // out of file descriptors, most likely
			default:
				s.wg.Go(func() { s.serve(c) })
			}
		}
	})
}

// serve runs one connection from its handshake to its end.
func (s *server) serve(c net.Conn) {
	if !s.hold(c) {
		c.Close()
		return
	}
	wire := c
	if s.keys != nil {
		wire = curve.Server(c, s.keys, s.lim.message)
	}
	p, err := openPeer(wire, s.typ, nil, true, s.lim)
	if !s.admit(c, p, err) {
		return
	}
	defer close(p.ended)
	err = s.read(p)
	s.mu.Lock()
	delete(s.peers, p)
	s.leave(p)
	closing := s.closed
	s.mu.Unlock()
	if !closing { // else Close delivers what is still queued
		p.abort()
		s.tell(cmp.Or(p.fault(), err))
	}
}

// maxRefused is how many messages of a peer may be refused in a row.
const maxRefused = 100

// read passes on what a peer sends until it ends. A peer that sends what is refused
// is left alone for a moment, so that rubbish costs its sender time, and nobody else;
// one that sends nothing else is given up.
func (s *server) read(p *peer) error {
	defer p.account.finish()
	for refused := 0; refused < maxRefused; {
		frames, err := p.recv()
		if err != nil {
			return err
		}
		if err = s.receive(p, frames); err == nil {
			refused = 0
			continue
		}
		refused++
		s.report(fmt.Errorf("%w (from %s)", err, p.RemoteAddr()))
		select {
		case <-time.After(p.lim.penalty):
		case <-s.done:
		}
	}
	return fmt.Errorf("zmtp: %d messages of %s were refused: it is disconnected", maxRefused, p.RemoteAddr())
}

// tell reports how a connection ended, unless it just did.
func (s *server) tell(err error) {
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed) || errors.Is(err, syscall.ECONNRESET) ||
		errors.Is(err, syscall.EPIPE) {
		return
	}
	s.report(err)
}

// maxHandshakes is how many connections may be in their handshake. One more ends the
// oldest: a thousand that say nothing are not let hold all file descriptors.
const maxHandshakes = 100

// hold notes a connection whose handshake begins.
func (s *server) hold(c net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	if len(s.conns) == maxHandshakes {
		s.conns[0].Close()
		s.conns = s.conns[1:]
	}
	s.conns = append(s.conns, c)
	return true
}

// admit makes a peer of a connection whose handshake is over.
func (s *server) admit(c net.Conn, p *peer, err error) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.conns, c); i >= 0 {
		s.conns = slices.Delete(s.conns, i, i+1)
	}
	switch {
	case s.closed && err == nil:
		p.abort()
		return false
	case s.closed:
		return false
	case err != nil:
		s.tell(fmt.Errorf("zmtp: handshake with %s: %w", c.RemoteAddr(), err))
		return false
	}
	s.peers[p] = struct{}{}
	s.join(p)
	return true
}

// Close stops accepting, delivers what is queued to every peer (at most a second,
// for all of them together) and closes the connections.
func (s *server) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	close(s.done)
	for _, c := range s.conns {
		c.Close()
	}
	var closing sync.WaitGroup
	for p := range s.peers {
		closing.Go(p.close)
	}
	s.mu.Unlock()
	err := s.listener.Close()
	closing.Wait()
	s.wg.Wait()
	return err
}

package zmtp

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/go-zeromq/zmq4/security/null"
	"github.com/google/go-cmp/cmp"

	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel/zmtp/curve"
)

const loopback = "127.0.0.1:0"

func router(t *testing.T) *Router[[][]byte] {
	t.Helper()
	r, err := ListenRouter("tcp", loopback, nil, Frames, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// welcome is what a subscriber is sent first.
func welcome(topic string) [][]byte { return frames(topic, "welcome") }

func publisher(t *testing.T) *XPub {
	t.Helper()
	x, err := ListenXPub("tcp", loopback, nil, welcome, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

// connect opens a connection to a socket and leaves it to the test.
func connect(t *testing.T, s *server) net.Conn {
	t.Helper()
	if m, ok := s.listener.(*memory); ok {
		return m.dial(t)
	}
	c, err := net.Dial("tcp", s.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// dealer connects a DEALER with the keys of the socket.
func dealer(t *testing.T, r *Router[[][]byte], id string) *Socket {
	t.Helper()
	s, err := open(t.Context(), connect(t, r.server), r.keys, zmq4.Dealer, []byte(id))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// subscriber returns when the subscription is in force.
func subscriber(t *testing.T, x *XPub, topic string) *Socket {
	t.Helper()
	s, err := open(t.Context(), connect(t, x.server), x.keys, zmq4.Sub, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	s.Send(frames("\x01" + topic))
	if got := recv(t, s); !cmp.Equal(got, []string{topic, "welcome"}) {
		t.Fatalf("first message %q, want the welcome", got)
	}
	return s
}

func text(frames [][]byte) []string {
	var s []string
	for _, f := range frames {
		s = append(s, string(f))
	}
	return s
}

func frames(s ...string) [][]byte {
	var f [][]byte
	for _, x := range s {
		f = append(f, []byte(x))
	}
	return f
}

// A receiver is a socket to receive from.
type receiver interface{ Recv() ([][]byte, error) }

// receive is Recv with a stop against hanging.
func receive(t *testing.T, s receiver) (message [][]byte, err error) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		message, err = s.Recv()
	}()
	tier.Closed(t, "a message", done)
	return message, err
}

// recv returns the next message.
func recv(t *testing.T, s receiver) []string {
	t.Helper()
	m, err := receive(t, s)
	if err != nil {
		t.Fatal(err)
	}
	return text(m)
}

// ends fails the test unless the connection is at its end.
func ends(t *testing.T, s receiver) {
	t.Helper()
	if m, err := receive(t, s); err == nil {
		t.Errorf("got %q, want the end of the connection", text(m))
	}
}

// rawPeer performs a handshake by hand and leaves the connection to the test.
func rawPeer(t *testing.T, s *server, typ zmq4.SocketType) net.Conn {
	t.Helper()
	c, _ := openRaw(t, connect(t, s), s.keys, typ)
	return c
}

// openRaw performs a handshake by hand. With keys, the connection that it returns encrypts
// the frames that are written to it.
func openRaw(t *testing.T, c net.Conn, keys *curve.Keys, typ zmq4.SocketType) (net.Conn, *zmq4.Conn) {
	t.Helper()
	if keys != nil {
		c = curve.Client(c, keys, 1<<62) // what it sends passes its own side
	}
	zmq, err := zmq4.Open(c, null.Security(), typ, nil, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c, zmq
}

func TestRouterAnswersEachPeer(t *testing.T) {
	r := router(t)
	a, b, anonymous := dealer(t, r, "a"), dealer(t, r, "b"), dealer(t, r, "")
	for i, s := range []*Socket{a, b, anonymous} {
		long := string(bytes.Repeat([]byte{'x'}, 100_000*i+255+i))
		if err := s.Send(frames("", fmt.Sprint("request ", i), long)); err != nil {
			t.Fatal(err)
		}
		m := recv(t, r)
		if want := []string{m[0], "", fmt.Sprint("request ", i), long}; !cmp.Equal(m, want) {
			t.Fatalf("request %d arrived as %.100q", i, m)
		}
		if err := r.Send(frames(m[0], "reply", m[2])); err != nil {
			t.Fatal(err)
		}
		if got := recv(t, s); !cmp.Equal(got, []string{"reply", m[2]}) {
			t.Errorf("reply %d is %q", i, got)
		}
	}
	if err := r.Send(frames("nobody", "x")); !errors.Is(err, ErrNoPeer) {
		t.Errorf("Send to nobody: %v, want ErrNoPeer", err)
	}
}

func TestIdentityHandover(t *testing.T) {
	r := router(t)
	old := dealer(t, r, "client")
	old.Send(frames("one"))
	recv(t, r)
	fresh := dealer(t, r, "client")
	fresh.Send(frames("two"))
	m := recv(t, r)
	r.Send(frames(m[0], "reply"))
	if got := recv(t, fresh); !cmp.Equal(got, []string{"reply"}) {
		t.Errorf("the newcomer got %q", got)
	}
	ends(t, old)
}

// Peers that say nothing are held for the time of a handshake. Meanwhile others are served
// at once.
func TestMutePeerDelaysNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, m := memoryRouter(t, nil, production, nil)
		for range 20 {
			m.dial(t)
		}
		synctest.Wait()
		begin := time.Now()
		dealer(t, r, "a").Send(frames("hello"))
		recv(t, r)
		if d := time.Since(begin); d > 10*time.Millisecond {
			t.Errorf("a request beside 20 mute peers took %v", d)
		}
		time.Sleep(production.handshake - time.Since(begin) - 1)
		synctest.Wait()
		if n := m.held(); n != 21 {
			t.Errorf("before the patience ends %d connections are held, want 20 mute ones and one other", n)
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if n := m.held(); n != 1 {
			t.Errorf("after it %d connections are held, want none but the honest one", n)
		}
	})
}

func TestAbsurdFrames(t *testing.T) {
	long := func(flags byte, size uint64) []byte {
		return binary.BigEndian.AppendUint64([]byte{flags}, size)
	}
	for name, sent := range map[string][]byte{
		"2^62 bytes":                long(flagLong, 1<<62),
		"2^64-1 bytes":              long(flagLong, 1<<64-1),
		"just over the limit":       long(flagLong, defaultLimits.message),
		"absurd command":            long(flagLong|flagCommand, 1<<40),
		"reserved flags":            {0xf8, 1, 'x'},
		"empty command":             {flagCommand, 0},
		"command name past its end": {flagCommand, 3, 200, 'P', 'I'},
		"two messages' worth in parts": append(append(
			long(flagLong|flagMore, 1<<16), make([]byte, 1<<16)...), long(flagLong, defaultLimits.message-1<<16)...),
	} {
		t.Run(name, func(t *testing.T) {
			r := router(t)
			c := rawPeer(t, r.server, zmq4.Dealer)
			if _, err := c.Write(sent); err != nil {
				t.Fatal(err)
			}
			c.SetReadDeadline(time.Now().Add(tier.Hang))
			if _, err := io.ReadAll(c); errors.Is(err, os.ErrDeadlineExceeded) {
				t.Error("the connection is still open")
			}
			s := dealer(t, r, "a")
			s.Send(frames("still there?"))
			recv(t, r)
		})
	}
}

// zmq4 panics on these handshakes.
func TestMalformedHandshake(t *testing.T) {
	ready := func(metadata string) []byte {
		body := "\x05READY" + metadata
		return append([]byte{flagCommand, byte(len(body))}, body...)
	}
	greeting := make([]byte, greetingLength)
	greeting[0], greeting[9], greeting[10] = 0xff, 0x7f, 3
	copy(greeting[12:], "NULL")
	for name, sent := range map[string][]byte{
		"unknown socket type": ready("\x0bSocket-Type\x00\x00\x00\x05BOGUS"),
		"key past the end":    ready("\x40Socket"),
		"value past the end":  ready("\x0bSocket-Type\xff\xff\xff\xff"),
		"no length":           ready("\x0bSocket-Type\x00"),
		"noise":               []byte("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
	} {
		t.Run(name, func(t *testing.T) {
			r := router(t)
			connect(t, r.server).Write(append(bytes.Clone(greeting), sent...))
			s := dealer(t, r, "a")
			s.Send(frames("still there?"))
			recv(t, r)
		})
	}
}

func TestPingIsAnsweredBetweenMessages(t *testing.T) {
	r := router(t)
	c := rawPeer(t, r.server, zmq4.Dealer)
	c.Write([]byte("\x04\x07\x04PING\x00\x00")) // a command
	c.Write([]byte("\x00\x02hi"))               // a message
	m := recv(t, r)
	if !cmp.Equal(m[1:], []string{"hi"}) {
		t.Errorf("after PING the router received %q, want only the message", m[1:])
	}
	r.Send(frames(m[0], "a", "b"))
	want := "\x04\x05\x04PONG" + "\x01\x01a\x00\x01b"
	got := make([]byte, len(want))
	c.SetReadDeadline(time.Now().Add(tier.Hang))
	if _, err := io.ReadFull(c, got); err != nil || string(got) != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

func TestSubscriptions(t *testing.T) {
	x := publisher(t)
	all, some := subscriber(t, x, ""), subscriber(t, x, "stream")
	for _, topic := range []string{"status", "stream.stdout", "stream"} {
		if err := x.Send(frames(topic, "body")); err != nil {
			t.Fatal(err)
		}
	}
	for s, want := range map[*Socket][]string{all: {"status", "stream.stdout", "stream"}, some: {"stream.stdout", "stream"}} {
		for _, topic := range want {
			if got := recv(t, s); got[0] != topic {
				t.Errorf("got topic %q, want %q", got[0], topic)
			}
		}
	}
}

// The headline of this package: all messages in order for the healthy
// subscriber, whatever the stalled one does.
func TestStalledSubscriberHurtsNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lim := production
		lim.queue = 1 << 20
		var rep reports
		x, m := memoryXPub(t, nil, lim, rep.add)
		healthy := subscriber(t, x, "")
		subscribeOnly(t, x)
		begin := time.Now()
		n := tier.Pick(2_000, 10_000, 10_000)
		go func() {
			body := bytes.Repeat([]byte{'.'}, 1000)
			for i := range n {
				x.Send([][]byte{[]byte("stream"), fmt.Append(nil, i), body})
				x.Wait(t.Context())
			}
		}()
		for i := range n {
			if got := recv(t, healthy); got[1] != fmt.Sprint(i) {
				t.Fatalf("message %d is number %s", i, got[1])
			}
		}
		if d := time.Since(begin); d > lim.patience+time.Second {
			t.Errorf("it took %v, want little more than the patience of %v", d, lim.patience)
		}
		synctest.Wait()
		if n := m.held(); n != 1 {
			t.Errorf("%d subscribers are connected, want the healthy one", n)
		}
		rep.await(t, "it is disconnected")
		late := subscriber(t, x, "")
		x.Send(frames("status", "last"))
		recv(t, late)
	})
}

// subscribeOnly connects a peer that subscribes to everything, and never reads. It returns
// when the subscription is in force. It is called in bubbles of synctest alone.
func subscribeOnly(t *testing.T, x *XPub) net.Conn {
	c := rawPeer(t, x.server, zmq4.Sub)
	c.Write([]byte{0, 1, 1})
	synctest.Wait()
	return c
}

// Over a real socket, too, a peer that never reads is given up.
func TestStalledSubscriberOverTCP(t *testing.T) {
	lim := defaultLimits
	lim.queue, lim.patience = 1<<20, time.Millisecond
	var rep reports
	x, err := listenXPub("tcp", loopback, nil, lim, nil, rep.add)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	rawPeer(t, x.server, zmq4.Sub).Write([]byte{0, 1, 1})
	tier.Wait(t, "the subscriber", func() bool { return x.peerCount() == 1 })
	ctx := tier.Context(t)
	tier.Wait(t, "its end", func() bool { // the network takes a few megabytes before it is full
		x.Send([][]byte{[]byte("stream"), make([]byte, 1<<20)})
		x.Wait(ctx)
		return x.peerCount() == 0
	})
	rep.await(t, "it is disconnected")
}

func (x *XPub) peerCount() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return len(x.peers)
}

// A reader far slower than the producer, but alive, gets everything.
func TestSlowSubscriberLosesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lim := production
		lim.queue = 1 << 20
		x, _ := memoryXPub(t, nil, lim, func(err error) { t.Error(err) })
		slow := subscriber(t, x, "")
		begin := time.Now()
		const n, size = 600, 50_000
		body := bytes.Repeat([]byte{'.'}, size)
		go func() {
			for i := range n {
				x.Send([][]byte{[]byte("stream"), fmt.Append(nil, i), body})
				x.Wait(t.Context())
			}
		}()
		for i := range n {
			if got := recv(t, slow); got[1] != fmt.Sprint(i) {
				t.Fatalf("message %d is number %s", i, got[1])
			}
			time.Sleep(size * time.Second / time.Duration(lim.speed*5/4)) // a quarter above the least speed
		}
		if d := time.Since(begin); d < 2*lim.patience {
			t.Errorf("the subscriber needed %v, which tests nothing", d)
		}
	})
}

func TestWaitEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lim := production
		lim.queue = 1 << 10
		x, _ := memoryXPub(t, nil, lim, nil)
		subscribeOnly(t, x)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		begin := time.Now()
		x.Send([][]byte{[]byte("stream"), make([]byte, 1<<20)})
		if err := x.Wait(ctx); !errors.Is(err, context.DeadlineExceeded) || time.Since(begin) != time.Second {
			t.Errorf("Wait: %v after %v, want the context's end after 1 s", err, time.Since(begin))
		}
	})
}

func TestCloseDelivers(t *testing.T) {
	x := publisher(t)
	s := subscriber(t, x, "")
	const n = 10_000
	body := bytes.Repeat([]byte{'.'}, 1000)
	for i := range n {
		x.Send([][]byte{[]byte("stream"), fmt.Append(nil, i), body})
	}
	go x.Close()
	for i := range n {
		if got := recv(t, s); got[1] != fmt.Sprint(i) {
			t.Fatalf("message %d is number %s", i, got[1])
		}
	}
	ends(t, s)
}

func TestCloseIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x, m := memoryXPub(t, nil, production, nil)
		for range 3 {
			subscribeOnly(t, x)
		}
		m.dial(t) // says nothing
		synctest.Wait()
		for range 30 {
			x.Send([][]byte{[]byte("stream"), make([]byte, 1<<20)})
		}
		begin := time.Now()
		x.Close()
		if d := time.Since(begin); d > production.linger+100*time.Millisecond {
			t.Errorf("Close with stalled subscribers took %v, want little more than %v", d, production.linger)
		}
		if n := m.held(); n > 0 {
			t.Errorf("%d connections are open after Close", n)
		}
		if err := x.Send(frames("status")); err == nil {
			t.Error("Send after Close gives no error")
		}
	})
}

// A closed socket leaves no connection open, and no goroutine: the bubble would end in a
// panic that lists them.
func TestCloseLeavesNothingBehind(t *testing.T) {
	for name, keys := range map[string]*curve.Keys{"plain": nil, "encrypted": curve.NewKeys()} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r, m := memoryRouter(t, keys, production, nil)
				s := dealer(t, r, "")
				s.Send(frames("x"))
				recv(t, r)
				m.dial(t) // says nothing
				synctest.Wait()
				r.Close()
				if _, err := r.Recv(); err == nil {
					t.Fatal("Recv after Close gives no error")
				}
				if n := m.held(); n > 0 {
					t.Errorf("%d connections are open after Close", n)
				}
				s.Close()
			})
		})
	}
}

func TestRepAnswers(t *testing.T) {
	rep, err := ListenRep("tcp", loopback, nil, func(body [][]byte) [][]byte { return body }, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer rep.Close()
	noRequest := rawPeer(t, rep.server, zmq4.Req)
	noRequest.Write([]byte("\x00\x05hello")) // without an envelope
	req, err := DialReq(t.Context(), "tcp", rep.Addr().String(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer req.Close()
	for _, ping := range []string{"ping", "\x00\x01\xff", string(make([]byte, 300))} {
		req.Send(frames(ping))
		if got := recv(t, req); !cmp.Equal(got, []string{ping}) {
			t.Errorf("echo of %q is %q", ping, got)
		}
	}
}

func TestUnixSockets(t *testing.T) {
	path := t.TempDir() + "/kernel-1"
	left, err := net.ListenUnix("unix", &net.UnixAddr{Name: path})
	if err != nil {
		t.Fatal(err)
	}
	left.SetUnlinkOnClose(false) // as if its process had been killed
	left.Close()
	rep, err := ListenRep("unix", path, nil, func(body [][]byte) [][]byte { return body }, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer rep.Close()
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the socket has mode %v, %v, want 0600", info.Mode(), err)
	}
	req, err := DialReq(t.Context(), "unix", path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer req.Close()
	req.Send(frames("ping"))
	recv(t, req)
}

// FuzzConnection plays arbitrary bytes to a socket, whole and byte by byte. Both
// must come to the same end, with no panic and no large allocation.
func FuzzConnection(f *testing.F) {
	var ok bytes.Buffer
	ok.Write([]byte{0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0x7f, 3, 0})
	ok.WriteString("NULL")
	ok.Write(make([]byte, 48))
	ok.WriteString("\x04\x1c\x05READY\x0bSocket-Type\x00\x00\x00\x06DEALER")
	ok.WriteString("\x01\x01a\x00\x01b\x04\x07\x04PING\x00\x00")
	f.Add(ok.Bytes())
	f.Add(ok.Bytes()[:70])
	f.Add([]byte("GET / HTTP/1.1\r\n\r\n"))
	lim := defaultLimits
	lim.message = 1 << 20
	f.Fuzz(func(t *testing.T, sent []byte) {
		whole := play(bytes.NewReader(sent), lim)
		pieces := play(oneByte{bytes.NewReader(sent)}, lim)
		if !cmp.Equal(whole, pieces) {
			t.Errorf("whole: %q, byte by byte: %q", whole, pieces)
		}
	})
}

func play(r io.Reader, lim limits) (received [][][]byte) {
	p, err := openPeer(recorded{Reader: r}, zmq4.Router, nil, true, lim)
	if err != nil {
		return nil
	}
	defer p.abort()
	for {
		m, err := p.recv()
		if err != nil {
			return received
		}
		received = append(received, m)
	}
}

// recorded is a connection that says what was recorded and hears nothing.
type recorded struct {
	io.Reader
	net.Conn
}

func (r recorded) Read(p []byte) (int, error)    { return r.Reader.Read(p) }
func (recorded) Write(p []byte) (int, error)     { return len(p), nil }
func (recorded) Close() error                    { return nil }
func (recorded) SetDeadline(time.Time) error     { return nil }
func (recorded) SetReadDeadline(time.Time) error { return nil }
func (recorded) RemoteAddr() net.Addr            { return &net.TCPAddr{} }

type oneByte struct{ io.Reader }

func (r oneByte) Read(p []byte) (int, error) { return r.Reader.Read(p[:min(1, len(p))]) }

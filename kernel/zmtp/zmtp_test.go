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
	"runtime"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/go-zeromq/zmq4/security/null"
	"github.com/google/go-cmp/cmp"
)

const loopback = "127.0.0.1:0"

func router(t *testing.T) *Router[[][]byte] { return routerWithin(t, defaultLimits) }

func routerWithin(t *testing.T, lim limits) *Router[[][]byte] {
	t.Helper()
	r, err := listenRouter("tcp", loopback, nil, lim, Frames, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// publisher binds an XPUB with the limits of the test.
func publisher(t *testing.T, lim limits) *XPub {
	t.Helper()
	x, err := listenXPub("tcp", loopback, nil, lim, func(topic string) [][]byte {
		return [][]byte{[]byte(topic), []byte("welcome")}
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

func dealer(t *testing.T, r *Router[[][]byte], id string) *Socket {
	t.Helper()
	s, err := DialDealer(t.Context(), "tcp", r.Addr().String(), nil, []byte(id))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// subscriber returns when the subscription is in force.
func subscriber(t *testing.T, x *XPub, topic string) *Socket {
	t.Helper()
	s, err := DialSub(t.Context(), "tcp", x.Addr().String(), nil, topic)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
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

// recv waits for one message, and fails instead of hanging.
func recv(t *testing.T, s interface{ Recv() ([][]byte, error) }) []string {
	t.Helper()
	type result struct {
		m   [][]byte
		err error
	}
	c := make(chan result, 1)
	go func() {
		m, err := s.Recv()
		c <- result{m, err}
	}()
	select {
	case r := <-c:
		if r.err != nil {
			t.Fatal(r.err)
		}
		return text(r.m)
	case <-time.After(5 * time.Second):
		t.Fatal("no message within 5 s")
		return nil
	}
}

// rawPeer performs a handshake by hand and leaves the connection to the test.
func rawPeer(t *testing.T, addr net.Addr, typ zmq4.SocketType) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", addr.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if _, err := zmq4.Open(c, null.Security(), typ, nil, false, nil); err != nil {
		t.Fatal(err)
	}
	return c
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
	if m, err := old.Recv(); err == nil {
		t.Errorf("the old connection got %q, want its end", m)
	}
}

func TestMutePeerDelaysNobody(t *testing.T) {
	lim := defaultLimits
	lim.handshake = time.Second
	r := routerWithin(t, lim)
	for range 20 {
		c, err := net.Dial("tcp", r.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	start := time.Now()
	s := dealer(t, r, "a")
	s.Send(frames("hello"))
	recv(t, r)
	if d := time.Since(start); d > lim.handshake*3/4 {
		t.Errorf("a request beside 20 mute peers took %v", d)
	}
	for end := time.Now().Add(3 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		r.mu.Lock()
		n := len(r.conns)
		r.mu.Unlock()
		if n == 0 {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("%d mute connections are still held", n)
		}
	}
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
			c := rawPeer(t, r.Addr(), zmq4.Dealer)
			if _, err := c.Write(sent); err != nil {
				t.Fatal(err)
			}
			c.SetReadDeadline(time.Now().Add(3 * time.Second))
			if _, err := io.ReadAll(c); err != nil && errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the connection is still open: %v", err)
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
			c, err := net.Dial("tcp", r.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			c.Write(append(bytes.Clone(greeting), sent...))
			s := dealer(t, r, "a")
			s.Send(frames("still there?"))
			recv(t, r)
		})
	}
}

func TestPingIsAnsweredBetweenMessages(t *testing.T) {
	r := router(t)
	c := rawPeer(t, r.Addr(), zmq4.Dealer)
	c.Write([]byte("\x04\x07\x04PING\x00\x00")) // a command
	c.Write([]byte("\x00\x02hi"))               // a message
	m := recv(t, r)
	if !cmp.Equal(m[1:], []string{"hi"}) {
		t.Errorf("after PING the router received %q, want only the message", m[1:])
	}
	r.Send(frames(m[0], "a", "b"))
	want := "\x04\x05\x04PONG" + "\x01\x01a\x00\x01b"
	got := make([]byte, len(want))
	c.SetReadDeadline(time.Now().Add(3 * time.Second))
	if _, err := io.ReadFull(c, got); err != nil || string(got) != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

func TestSubscriptions(t *testing.T) {
	x := publisher(t, defaultLimits)
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

// The headline of this package: 10,000 messages in order for the healthy
// subscriber, whatever the stalled one does.
func TestStalledSubscriberHurtsNobody(t *testing.T) {
	lim := defaultLimits
	lim.queue, lim.patience = 1<<20, 2*time.Second
	x := publisher(t, lim)
	healthy := subscriber(t, x, "")
	stalled := rawPeer(t, x.Addr(), zmq4.Sub)
	stalled.Write([]byte{0, 1, 1}) // subscribes to everything, and never reads
	for x.peerCount() < 2 {
		time.Sleep(time.Millisecond)
	}
	const n = 10_000
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
	late := subscriber(t, x, "")
	x.Send(frames("status", "last"))
	recv(t, late)
}

func (x *XPub) peerCount() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return len(x.peers)
}

// A reader far slower than the producer, but alive, gets everything.
func TestSlowSubscriberLosesNothing(t *testing.T) {
	lim := defaultLimits
	lim.queue, lim.patience = 1<<20, 2*time.Second
	x := publisher(t, lim)
	slow := subscriber(t, x, "")
	const n = 600
	body := bytes.Repeat([]byte{'.'}, 50_000)
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
		time.Sleep(time.Millisecond)
	}
}

func TestWaitEndsWithItsContext(t *testing.T) {
	lim := defaultLimits
	lim.queue = 1 << 10
	x := publisher(t, lim)
	s := rawPeer(t, x.Addr(), zmq4.Sub)
	s.Write([]byte{0, 1, 1})
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	for ctx.Err() == nil { // the network takes a few megabytes before it is full
		x.Send([][]byte{[]byte("stream"), make([]byte, 1<<20)})
		x.Wait(ctx)
	}
	if err := x.Wait(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Wait: %v", err)
	}
}

func TestCloseDelivers(t *testing.T) {
	lim := defaultLimits
	lim.linger = 20 * time.Second // this is about order and completeness, on a machine however busy
	x := publisher(t, lim)
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
	if m, err := s.Recv(); err == nil {
		t.Errorf("after the last message: %q, want the end", text(m))
	}
}

func TestCloseIsBounded(t *testing.T) {
	x := publisher(t, defaultLimits)
	for range 3 {
		s := rawPeer(t, x.Addr(), zmq4.Sub)
		s.Write([]byte{0, 1, 1})
	}
	mute, err := net.Dial("tcp", x.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer mute.Close()
	for x.peerCount() < 3 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(50 * time.Millisecond) // for the subscriptions
	for range 30 {
		x.Send([][]byte{[]byte("stream"), make([]byte, 1<<20)})
	}
	start := time.Now()
	x.Close()
	if d := time.Since(start); d > 1500*time.Millisecond {
		t.Errorf("Close with stalled subscribers took %v, want at most about 1 s", d)
	}
	if err := x.Send(frames("status")); err == nil {
		t.Error("Send after Close gives no error")
	}
}

func TestCloseLeavesNothingBehind(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 20 {
		r, err := ListenRouter("tcp", loopback, nil, Frames, nil)
		if err != nil {
			t.Fatal(err)
		}
		s, err := DialDealer(t.Context(), "tcp", r.Addr().String(), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		s.Send(frames("x"))
		recv(t, r)
		r.Close()
		if _, err := r.Recv(); err == nil {
			t.Fatal("Recv after Close gives no error")
		}
		s.Close()
	}
	for end := time.Now().Add(3 * time.Second); runtime.NumGoroutine() > before; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
	}
}

func TestRepAnswers(t *testing.T) {
	rep, err := ListenRep("tcp", loopback, nil, func(body [][]byte) [][]byte { return body }, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer rep.Close()
	noRequest := rawPeer(t, rep.Addr(), zmq4.Req)
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

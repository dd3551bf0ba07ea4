package zmtp

import (
	"encoding/binary"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/go-zeromq/zmq4/security/null"
	"github.com/google/go-cmp/cmp"

	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel/zmtp/curve"
)

// TestEncryptedSockets: every kind of socket works with keys.
func TestEncryptedSockets(t *testing.T) {
	keys, ctx := curve.NewKeys(), t.Context()
	r, err := ListenRouter("tcp", loopback, keys, Frames, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	s, err := DialDealer(ctx, "tcp", r.Addr().String(), keys, []byte("me"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	big := strings.Repeat("0123456789abcdef", 3<<20/16)
	s.Send(frames("", "request", big))
	if m := recv(t, r); !cmp.Equal(m, []string{"me", "", "request", big}) {
		t.Fatalf("the request arrived as %d frames %.60q", len(m), m)
	}
	r.Send(frames("me", "reply", "", big))
	if m := recv(t, s); !cmp.Equal(m, []string{"reply", "", big}) {
		t.Errorf("the reply arrived as %d frames %.60q", len(m), m)
	}

	x, err := ListenXPub("tcp", loopback, keys, func(topic string) [][]byte { return frames(topic, "welcome") }, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	sub, err := DialSub(ctx, "tcp", x.Addr().String(), keys, "a")
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	if m := recv(t, sub); !cmp.Equal(m, []string{"a", "welcome"}) {
		t.Errorf("the first message on iopub is %q", m)
	}
	for _, topic := range []string{"b", "a", "ab"} {
		x.Send(frames(topic, "x"))
	}
	for _, topic := range []string{"a", "ab"} {
		if m := recv(t, sub); !cmp.Equal(m, []string{topic, "x"}) {
			t.Errorf("got %q, want topic %s", m, topic)
		}
	}

	path := filepath.Join(t.TempDir(), "beat")
	rep, err := ListenRep("unix", path, keys, func(body [][]byte) [][]byte { return body }, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer rep.Close()
	req, err := DialReq(ctx, "unix", path, keys)
	if err != nil {
		t.Fatal(err)
	}
	defer req.Close()
	req.Send(frames("ping", ""))
	if m := recv(t, req); !cmp.Equal(m, []string{"ping", ""}) {
		t.Errorf("heartbeat %q", m)
	}
}

// TestEncryptedRefusals: no socket with keys serves a peer without them, or with
// others, and no client with keys talks to a server without.
func TestEncryptedRefusals(t *testing.T) {
	keys := curve.NewKeys()
	var rep reports
	secure, err := ListenRouter("tcp", loopback, keys, Frames, rep.add)
	if err != nil {
		t.Fatal(err)
	}
	defer secure.Close()
	open := router(t)
	for _, test := range []struct {
		r    *Router[[][]byte]
		keys *curve.Keys
	}{{secure, nil}, {secure, curve.NewKeys()}, {open, keys}} {
		s, err := DialDealer(t.Context(), "tcp", test.r.Addr().String(), test.keys, nil)
		if err == nil {
			s.Close()
			t.Errorf("connected: server with keys %v, client with keys %v", test.r == secure, test.keys != nil)
		}
	}
	// A peer that behaves as if it had been welcome.
	c := connect(t, secure.server)
	zmq4.Open(c, null.Security(), zmq4.Dealer, nil, false, nil)
	c.Write(encode(frames("order")))
	s, err := DialDealer(t.Context(), "tcp", secure.Addr().String(), keys, []byte("honest"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.Send(frames("hello"))
	if m := recv(t, secure); !cmp.Equal(m, []string{"honest", "hello"}) {
		t.Errorf("the router got %q", m)
	}
	rep.await(t, `curve: greeting: the peer has the mechanism "NULL", want CURVE`)
	rep.await(t, "curve: HELLO: not sealed with the right keys")
}

// TestEncryptedSlowSubscriber: one long frame to a subscriber that reads slowly, but
// not too slowly, takes longer than the patience with one that does not read.
func TestEncryptedSlowSubscriber(t *testing.T) {
	keys := curve.NewKeys()
	synctest.Test(t, func(t *testing.T) {
		lim := production
		lim.queue, lim.patience = 1<<20, 2*time.Second
		x, m := memoryXPub(t, keys, lim, func(err error) { t.Error(err) })
		c, zmq := openRaw(t, slowly{m.dial(t), lim.speed * 5 / 4}, keys, zmq4.Sub)
		c.Write([]byte{0, 1, 1})
		if _, err := zmq.RecvMsg(); err != nil { // the welcome
			t.Fatal(err)
		}
		const size = 4 << 20
		waited := make(chan struct{})
		x.Send([][]byte{make([]byte, size)})
		go func() {
			defer close(waited)
			x.Wait(t.Context()) // looks for stalled subscribers
		}()
		begin := time.Now()
		if m, err := zmq.RecvMsg(); err != nil || len(m.Bytes()) != size {
			t.Errorf("the subscriber got %d bytes, %v, want %d", len(m.Bytes()), err, size)
		}
		if d := time.Since(begin); d < lim.patience*3/2 {
			t.Errorf("the subscriber needed %v, which tests nothing", d)
		}
		<-waited
	})
}

// slowly reads so many bytes a second.
type slowly struct {
	net.Conn
	speed int
}

// Read is called in bubbles of synctest alone.
func (s slowly) Read(p []byte) (int, error) {
	n, err := s.Conn.Read(p)
	time.Sleep(time.Duration(n) * time.Second / time.Duration(s.speed))
	return n, err
}

// TestEncryptedAbsurdFrames: who has the keys may not crash the server either.
func TestEncryptedAbsurdFrames(t *testing.T) {
	keys := curve.NewKeys()
	lim := defaultLimits
	lim.message = 1 << 20
	r, err := listenRouter("tcp", loopback, keys, lim, Frames, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for name, sent := range map[string][]byte{
		"a long frame":         append(binary.BigEndian.AppendUint64([]byte{flagLong}, 2<<20), make([]byte, 2<<20)...),
		"very many empty ones": []byte(strings.Repeat("\x01\x00", 1<<15)), // each counts 64 bytes
	} {
		t.Run(name, func(t *testing.T) {
			c, zmq := openRaw(t, connect(t, r.server), keys, zmq4.Dealer)
			c.SetDeadline(time.Now().Add(tier.Hang))
			go c.Write(sent)
			if m, err := zmq.RecvMsg(); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("got %q, %v, want the end of the connection", m.Frames, err)
			}
		})
	}
	s, err := DialDealer(t.Context(), "tcp", r.Addr().String(), keys, []byte("honest"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.Send(frames("hello"))
	if m := recv(t, r); !cmp.Equal(m, []string{"honest", "hello"}) {
		t.Errorf("the router got %q", m)
	}
}

// TestEncryptedPing: the answer to a ZMTP PING is a command and is encrypted.
func TestEncryptedPing(t *testing.T) {
	keys := curve.NewKeys()
	r, err := ListenRouter("tcp", loopback, keys, Frames, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	c, zmq := openRaw(t, connect(t, r.server), keys, zmq4.Dealer)
	c.SetDeadline(time.Now().Add(tier.Hang))
	if err := zmq.SendCmd(zmq4.CmdPing, []byte{0, 0}); err != nil {
		t.Fatal(err)
	}
	if answer, err := zmq.RecvCmd(); err != nil || answer.Name != zmq4.CmdPong {
		t.Errorf("the answer to PING is %v, %v", answer, err)
	}
}

package zmtp

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/google/go-cmp/cmp"
)

// reports keeps what a socket reports.
type reports struct {
	mu   sync.Mutex
	errs []string
}

func (r *reports) add(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.errs = append(r.errs, err.Error())
}

func (r *reports) await(t *testing.T, part string) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		r.mu.Lock()
		all := strings.Join(r.errs, "\n")
		r.mu.Unlock()
		if strings.Contains(all, part) {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("no report of %q in\n%s", part, all)
		}
	}
}

// honest refuses messages that do not begin with "honest".
func honest(frames [][]byte) ([][]byte, error) {
	if len(frames) < 2 || string(frames[1]) != "honest" {
		return nil, errors.New("not honest")
	}
	return frames, nil
}

// Who takes a client's identity without its key gets nothing and disturbs nobody;
// the client itself may come back.
func TestIdentityIsNotStolen(t *testing.T) {
	var rep reports
	r, err := ListenRouter("tcp", loopback, nil, honest, rep.add)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	open := func() *Socket {
		s, err := DialDealer(t.Context(), "tcp", r.Addr().String(), nil, []byte("client"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	client := open()
	client.Send(frames("honest"))
	recv(t, r)

	thief := open()
	thief.Send(frames("give me all"))
	rep.await(t, "not honest (from 127.0.0.1:")
	r.Send(frames("client", "reply"))
	if got := recv(t, client); !cmp.Equal(got, []string{"reply"}) {
		t.Errorf("the client got %q", got)
	}

	again := open()
	again.Send(frames("honest"))
	recv(t, r)
	r.Send(frames("client", "welcome back"))
	if got := recv(t, again); !cmp.Equal(got, []string{"welcome back"}) {
		t.Errorf("the client that came back got %q", got)
	}
	if m, err := client.Recv(); err == nil {
		t.Errorf("its old connection got %q, want its end", m)
	}
}

// A client that reconnects and only listens, as on stdin, is found when its old
// connection ends.
func TestIdentityPassesOn(t *testing.T) {
	r := router(t)
	old := dealer(t, r, "client")
	fresh := dealer(t, r, "client")
	old.Close()
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(time.Millisecond) {
		r.mu.Lock()
		n := len(r.peers)
		r.mu.Unlock()
		if n == 1 {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the old connection is still there")
		}
	}
	if err := r.Send(frames("client", "question")); err != nil {
		t.Fatal(err)
	}
	recv(t, fresh)
}

// What a header announces takes no memory before it comes.
func TestAnnouncedFramesAreFree(t *testing.T) {
	r := router(t)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 50 {
		c := rawPeer(t, r.Addr(), zmq4.Dealer)
		c.Write(binary.BigEndian.AppendUint64([]byte{flagLong}, 200<<20))
		c.Write(make([]byte, 100))
	}
	s := dealer(t, r, "a")
	s.Send(frames("still there?"))
	recv(t, r)
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapInuse) - int64(before.HeapInuse); grown > 50<<20 {
		t.Errorf("50 connections that announced 200 MB each cost %d bytes", grown)
	}
}

func TestLongFrameComesWhole(t *testing.T) {
	r := router(t)
	s := dealer(t, r, "a")
	for _, n := range []int{firstPiece - 1, firstPiece, firstPiece + 1, 3*firstPiece + 7, 10 << 20} {
		body := bytes.Repeat([]byte("0123456789"), n/10+1)[:n]
		s.Send([][]byte{body})
		m, err := r.Recv()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(m[1], body) {
			t.Errorf("%d bytes came as %d other ones", n, len(m[1]))
		}
	}
}

// A peer that reads, but far too slowly, and has let its queue grow full holds up the
// others for the time of patience, and no longer.
func TestCrawlingSubscriberIsGivenUp(t *testing.T) {
	lim := defaultLimits
	lim.queue, lim.patience, lim.speed = 1<<20, time.Second, 1<<30
	var rep reports
	x, err := listenXPub("tcp", loopback, nil, lim, nil, rep.add)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	crawling := rawPeer(t, x.Addr(), zmq4.Sub)
	crawling.Write([]byte{0, 1, 1})
	go func() {
		b := make([]byte, 64<<10)
		for {
			if _, err := crawling.Read(b); err != nil {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	for x.peerCount() < 1 {
		time.Sleep(time.Millisecond)
	}
	for x.peerCount() > 0 {
		x.Send([][]byte{[]byte("stream"), make([]byte, 1<<20)})
		x.Wait(t.Context())
	}
	rep.await(t, "it is disconnected")
}

// Connections that say nothing hold a hundred file descriptors and not more.
func TestMuteCrowd(t *testing.T) {
	r := router(t)
	for range 3 * maxHandshakes {
		c, err := net.Dial("tcp", r.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	s := dealer(t, r, "a")
	s.Send(frames("hello"))
	recv(t, r)
	r.mu.Lock()
	n := len(r.conns)
	r.mu.Unlock()
	if n > maxHandshakes {
		t.Errorf("%d connections are held in their handshake", n)
	}
}

// Every way to break the protocol is reported.
func TestRefusalsAreReported(t *testing.T) {
	for want, sent := range map[string]string{
		"over the limit":         "\x02\x40\x00\x00\x00\x00\x00\x00\x00",
		"flags 0xf8":             "\xf8\x01x",
		"without a name":         "\x04\x03\xc8PI",
		"command between":        "\x01\x01a\x04\x05\x04PING",
		"more than one frame":    "\x05\x05\x04PING",
		"unexpected EOF":         "\x01\x01a\x00\x09cut",
		"not honest (from 127.0": "\x00\x05hello",
	} {
		var rep reports
		r, err := ListenRouter("tcp", loopback, nil, honest, rep.add)
		if err != nil {
			t.Fatal(err)
		}
		c := rawPeer(t, r.Addr(), zmq4.Dealer)
		io.WriteString(c, sent)
		c.(*net.TCPConn).CloseWrite()
		rep.await(t, want)
		c.Close()
		r.Close()
	}
	var rep reports
	r, err := ListenRouter("tcp", loopback, nil, honest, rep.add)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	c, err := net.Dial("tcp", r.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	io.WriteString(c, "GET / HTTP/1.1\r\nHost: localhost:8888\r\nUser-Agent: a port scanner, for one\r\n\r\n")
	rep.await(t, "handshake with 127.0.0.1:")
}

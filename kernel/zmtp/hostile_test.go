package zmtp

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/google/go-cmp/cmp"

	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel/zmtp/curve"
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

func (r *reports) all() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Join(r.errs, "\n")
}

func (r *reports) await(t *testing.T, part string) {
	t.Helper()
	defer func() {
		if t.Failed() {
			t.Logf("reported was:\n%s", r.all())
		}
	}()
	tier.Wait(t, fmt.Sprintf("a report of %q", part), func() bool { return strings.Contains(r.all(), part) })
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
	ends(t, client)
}

// A client that reconnects and only listens, as on stdin, is found when its old
// connection ends.
func TestIdentityPassesOn(t *testing.T) {
	r := router(t)
	old := dealer(t, r, "client")
	fresh := dealer(t, r, "client")
	old.Close()
	tier.Wait(t, "the end of the old connection", func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return len(r.peers) == 1
	})
	if err := r.Send(frames("client", "question")); err != nil {
		t.Fatal(err)
	}
	recv(t, fresh)
}

// What a header announces takes no memory before it comes.
func TestAnnouncedFramesAreFree(t *testing.T) {
	for name, keys := range map[string]*curve.Keys{"plain": nil, "encrypted": curve.NewKeys()} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r, m := memoryRouter(t, keys, production, nil)
				var given []*room
				m.wrap = func(c net.Conn) net.Conn {
					given = append(given, &room{Conn: c})
					return given[len(given)-1]
				}
				for range 50 {
					c := connect(t, r.server)
					openRaw(t, c, keys, zmq4.Dealer)
					flags := byte(flagLong)
					if keys != nil {
						flags |= flagCommand
					}
					c.Write(binary.BigEndian.AppendUint64([]byte{flags}, 200<<20))
					c.Write(make([]byte, 100))
				}
				synctest.Wait()
				for i, g := range given {
					if g.most > firstPiece || g.waits == 0 {
						t.Errorf("connection %d announced 200 MB: its reader has room for %d bytes, want at most %d; it now waits with room for %d",
							i, g.most, firstPiece, g.waits)
					}
				}
				dealer(t, r, "a").Send(frames("still there?"))
				recv(t, r)
			})
		})
	}
}

// A room notes for how many bytes its reader has room.
type room struct {
	net.Conn
	most  int // in any Read
	waits int // in the Read that waits now; 0 if none does
}

func (r *room) Read(p []byte) (int, error) {
	r.most, r.waits = max(r.most, len(p)), len(p)
	n, err := r.Conn.Read(p)
	r.waits = 0
	return n, err
}

func TestLongFrameComesWhole(t *testing.T) {
	r := router(t)
	s := dealer(t, r, "a")
	for _, n := range []int{firstPiece - 1, firstPiece, firstPiece + 1, 3*firstPiece + 7, 10 << 20} {
		body := bytes.Repeat([]byte("0123456789"), n/10+1)[:n]
		s.Send([][]byte{body})
		m, err := receive(t, r)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(m[1], body) {
			t.Errorf("%d bytes came as %d other ones", n, len(m[1]))
		}
	}
}

// A peer that reads, but too slowly, and has let its queue grow full holds up the others
// for the time of patience, and no longer.
func TestCrawlingSubscriberIsGivenUp(t *testing.T) {
	for name, keys := range map[string]*curve.Keys{"plain": nil, "encrypted": curve.NewKeys()} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				lim := production
				lim.queue = 1 << 20
				var rep reports
				x, m := memoryXPub(t, keys, lim, rep.add)
				crawling, _ := openRaw(t, slowly{m.dial(t), lim.speed * 3 / 4}, keys, zmq4.Sub)
				crawling.Write([]byte{0, 1, 1})
				read := make(chan struct{})
				go func() {
					defer close(read)
					io.Copy(io.Discard, crawling)
				}()
				synctest.Wait()
				begin := time.Now()
				for x.peerCount() > 0 && time.Since(begin) < 2*lim.patience {
					x.Send([][]byte{[]byte("stream"), make([]byte, 64<<10)})
					x.Wait(t.Context())
					synctest.Wait()
				}
				if d := time.Since(begin); d < lim.patience || d > lim.patience+time.Second {
					t.Errorf("the subscriber was given up after %v, want %v", d, lim.patience)
				}
				rep.await(t, "it is disconnected")
				crawling.Close()
				<-read
			})
		})
	}
}

// Connections that say nothing hold a hundred file descriptors and not more.
func TestMuteCrowd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, m := memoryRouter(t, nil, production, nil)
		for range 3 * maxHandshakes {
			m.dial(t)
		}
		begin := time.Now()
		dealer(t, r, "a").Send(frames("hello"))
		recv(t, r)
		if d := time.Since(begin); d >= production.handshake {
			t.Errorf("a request behind a crowd took %v", d)
		}
		synctest.Wait()
		if n := m.held(); n > maxHandshakes {
			t.Errorf("%d connections are held, want %d", n, maxHandshakes)
		}
	})
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
		c := rawPeer(t, r.server, zmq4.Dealer)
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
	io.WriteString(connect(t, r.server), "GET / HTTP/1.1\r\nHost: localhost:8888\r\nUser-Agent: a port scanner, for one\r\n\r\n")
	rep.await(t, "handshake with 127.0.0.1:")
}

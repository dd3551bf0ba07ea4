package zmtp

import (
	"encoding/binary"
	"io"
	"net"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/go-zeromq/zmq4/security/null"
	"github.com/google/go-cmp/cmp"

	"warpbook.dev/kernel/zmtp/curve"
)

// Several peers that send most of a long message and then nothing hold no more than one
// budget, and not for ever. Whoever is whole and quick is served again.
func TestUnfinishedMessagesHaveABudget(t *testing.T) {
	for name, keys := range map[string]*curve.Keys{"plain": nil, "encrypted": curve.NewKeys()} {
		t.Run(name, func(t *testing.T) {
			lim := defaultLimits
			lim.patience, lim.unfinished = time.Second, &store{limit: 8 << 20}
			var rep reports
			r, err := listenRouter("tcp", loopback, keys, lim, Frames, rep.add)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			for range 6 {
				sendUnfinished(t, r.Addr(), keys, 3<<20)
			}
			rep.await(t, "messages that have not come whole would take more than 8388608 bytes: 127.0.0.1:")
			rep.await(t, "too little of it in 1s: it is disconnected")
			for end := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
				lim.unfinished.mu.Lock()
				held := lim.unfinished.held
				lim.unfinished.mu.Unlock()
				if held == 0 {
					break
				}
				if time.Now().After(end) {
					t.Fatalf("%d bytes are still held", held)
				}
			}
			s, err := DialDealer(t.Context(), "tcp", r.Addr().String(), keys, []byte("honest"))
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			for range 5 { // what was delivered is no longer counted
				s.Send([][]byte{make([]byte, 6<<20)})
				if m, err := r.Recv(); err != nil || len(m[1]) != 6<<20 {
					t.Fatalf("the router got %d frames, %v", len(m), err)
				}
			}
			time.Sleep(2 * lim.patience) // between messages a peer may be silent
			s.Send(frames("hello"))
			if m := recv(t, r); !cmp.Equal(m, []string{"honest", "hello"}) {
				t.Errorf("the router got %q", m)
			}
		})
	}
}

// sendUnfinished sends n bytes of a message of twice as many, and keeps the connection.
func sendUnfinished(t *testing.T, to net.Addr, keys *curve.Keys, n int) {
	t.Helper()
	if keys == nil {
		c := rawPeer(t, to, zmq4.Dealer)
		go c.Write(append(binary.BigEndian.AppendUint64([]byte{flagLong}, uint64(2*n)), make([]byte, n)...))
		return
	}
	c, err := net.Dial("tcp", to.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	halved := &half{Conn: c, left: n}
	encrypted := curve.Client(halved, keys, 1<<62)
	if _, err := zmq4.Open(encrypted, null.Security(), zmq4.Dealer, nil, false, nil); err != nil {
		t.Fatal(err)
	}
	go encrypted.Write(append(binary.BigEndian.AppendUint64([]byte{flagLong}, uint64(2*n)), make([]byte, 2*n)...))
}

// half is a connection that carries so many bytes and then nothing.
type half struct {
	net.Conn
	left int
}

func (h *half) Write(p []byte) (int, error) {
	if h.left < len(p) {
		return 0, io.ErrShortWrite
	}
	h.left -= len(p)
	return h.Conn.Write(p)
}

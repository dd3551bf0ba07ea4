package zmtp

import (
	"encoding/binary"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/google/go-cmp/cmp"

	"warpbook.dev/kernel/zmtp/curve"
)

// Several peers that send most of a long message and then nothing hold no more than one
// budget, and not for ever. Whoever is whole and quick is served again.
func TestUnfinishedMessagesHaveABudget(t *testing.T) {
	for name, keys := range map[string]*curve.Keys{"plain": nil, "encrypted": curve.NewKeys()} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				lim := production
				lim.unfinished = &store{limit: 1 << 20}
				var rep reports
				r, m := memoryRouter(t, keys, lim, rep.add)
				for range 6 {
					sendUnfinished(t, m.dial(t), keys, 1<<19)
				}
				const slow = "too little of it in 10s: it is disconnected"
				time.Sleep(lim.patience - 1)
				synctest.Wait()
				rep.await(t, "messages that have not come whole would take more than 1048576 bytes: memory")
				if held := lim.unfinished.now(); held < 1<<18 || held > 1<<20 || strings.Contains(rep.all(), slow) {
					t.Errorf("before the patience ends %d bytes are held; reported was:\n%s", held, rep.all())
				}
				time.Sleep(lim.patience)
				synctest.Wait()
				rep.await(t, slow)
				if held := lim.unfinished.now(); held != 0 || m.held() != 0 {
					t.Errorf("after the patience %d bytes and %d connections are still held", held, m.held())
				}
				s := dealer(t, r, "honest")
				for range 5 { // what was delivered is no longer counted
					s.Send([][]byte{make([]byte, 3<<18)})
					if m, err := receive(t, r); err != nil || len(m[1]) != 3<<18 {
						t.Fatalf("the router got %d frames, %v", len(m), err)
					}
				}
				time.Sleep(2 * lim.patience) // between messages a peer may be silent
				s.Send(frames("hello"))
				if m := recv(t, r); !cmp.Equal(m, []string{"honest", "hello"}) {
					t.Errorf("the router got %q", m)
				}
			})
		})
	}
}

// now is what is held now.
func (s *store) now() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.held
}

// sendUnfinished sends about n bytes of a message of twice as many, and keeps the connection.
func sendUnfinished(t *testing.T, c net.Conn, keys *curve.Keys, n int) {
	t.Helper()
	c, _ = openRaw(t, &half{Conn: c, left: n}, keys, zmq4.Dealer)
	go c.Write(append(binary.BigEndian.AppendUint64([]byte{flagLong}, uint64(2*n)), make([]byte, 2*n)...))
}

// half is a connection that carries so many bytes and then nothing.
type half struct {
	net.Conn
	left int
}

func (h *half) Write(p []byte) (int, error) {
	part := p[:min(len(p), h.left)]
	h.left -= len(part)
	n, err := h.Conn.Write(part)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	return n, err
}

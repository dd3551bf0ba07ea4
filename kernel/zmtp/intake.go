package zmtp

import (
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"time"
)

// A store bounds the bytes of messages that have not come whole, over all connections
// that share it. One connection may send a message of the largest size; what several
// announce together must not fill the memory.
type store struct {
	limit int

	mu   sync.Mutex
	held int
}

// add takes n bytes more, or gives back -n, and reports whether there was room.
func (s *store) add(n int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held+n > s.limit {
		return false
	}
	s.held += n
	return true
}

// progress is how many bytes of a message a peer has to send in each time of patience.
const progress = 256 << 10

// An intake reads what a peer sends, before it is decrypted, and keeps the account of
// the message that is coming: it is refused when the store is full, and when it comes
// too slowly. Between messages a peer may be silent for ever. One goroutine uses it.
type intake struct {
	net.Conn
	lim  limits
	open bool // the handshake is over; it has a deadline of its own
	held int  // bytes of the message that is coming

	since time.Time // when it last was quick enough
	then  int       // what was held then
}

func (in *intake) Read(p []byte) (int, error) {
	if in.open && in.held > 0 {
		if in.since.IsZero() || in.held-in.then >= progress {
			in.since, in.then = time.Now(), in.held
			in.Conn.SetReadDeadline(in.since.Add(in.lim.patience))
		}
	}
	n, err := in.Conn.Read(p)
	if !in.open {
		return n, err
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return n, fmt.Errorf("zmtp: %s has sent %d bytes of a message, and too little of it in %v: it is disconnected", in.RemoteAddr(),
			in.held, in.lim.patience)
	}
	if !in.lim.unfinished.add(n) {
		return 0, fmt.Errorf("zmtp: messages that have not come whole would take more than %d bytes: %s, with %d of them, is disconnected",
			in.lim.unfinished.limit, in.RemoteAddr(), in.held)
	}
	in.held += n
	return n, err
}

// finish says that the message is no longer needed. Of the next one a few bytes may have
// been read ahead; they are not worth an account.
func (in *intake) finish() {
	in.lim.unfinished.add(-in.held)
	in.held = 0
	if !in.since.IsZero() {
		in.since, in.then = time.Time{}, 0
		in.Conn.SetReadDeadline(time.Time{})
	}
}

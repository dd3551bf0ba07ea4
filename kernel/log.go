package kernel

import (
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"
)

// A logWriter writes what is logged without making anybody wait for it: whoever
// reads the kernel's stderr may have stopped to. What is too much is counted and lost.
type logWriter struct {
	to io.Writer

	mu      sync.Mutex
	waiting [][]byte
	lost    int
	writing chan struct{} // closed when all is written; nil while nothing is
}

// maxLogged is how many lines may wait to be written.
const maxLogged = 1000

func (w *logWriter) Write(line []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.waiting) == maxLogged {
		w.lost++
		return len(line), nil
	}
	w.waiting = append(w.waiting, append([]byte(nil), line...))
	if w.writing == nil {
		w.writing = make(chan struct{})
		go w.write()
	}
	return len(line), nil
}

// write runs as long as there is something to write.
func (w *logWriter) write() {
	for {
		w.mu.Lock()
		if len(w.waiting) == 0 {
			close(w.writing)
			w.writing = nil
			w.mu.Unlock()
			return
		}
		lines := w.waiting
		if w.lost > 0 {
			lines = append(lines, fmt.Appendf(nil, "(%d lines of the log are lost)\n", w.lost))
		}
		w.waiting, w.lost = nil, 0
		w.mu.Unlock()
		for _, line := range lines {
			w.to.Write(line)
		}
	}
}

// flush waits until all is written, for a moment.
func (w *logWriter) flush() {
	w.mu.Lock()
	writing := w.writing
	w.mu.Unlock()
	if writing == nil {
		return
	}
	select {
	case <-writing:
	case <-time.After(lastWords):
	}
}

// refusals logs what strangers send, but no more of it in a second than a person reads.
type refusals struct {
	log *slog.Logger

	mu     sync.Mutex
	second time.Time
	count  int // in this second
}

const maxRefusals = 10

func (r *refusals) report(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now := time.Now(); now.Sub(r.second) > time.Second {
		if r.count > maxRefusals {
			r.log.Warn("more was refused", "messages", r.count-maxRefusals)
		}
		r.second, r.count = now, 0
	}
	if r.count++; r.count <= maxRefusals {
		r.log.Warn("refused", "error", err)
	}
}

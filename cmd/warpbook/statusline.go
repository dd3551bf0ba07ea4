package main

import (
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"warpbook.dev/gpumodel/host"
	"warpbook.dev/kernel/lib/figure"
)

// A statusLine is the last line of a terminal, which says how far a program is. It appears once the program has run for a while,
// changes in place, and makes room for what the program prints. A terminal that shows two streams is one screen, so both go through it.
type statusLine struct {
	terminal io.Writer

	mu       sync.Mutex
	begin    time.Time
	next     time.Time // before which there is nothing to show
	shown    bool
	midline  bool // the program's output has not ended its line: there is no room
	disabled bool // nobody looks
}

// statusEvery is the time between two changes of the line.
const statusEvery = time.Second

// eraseLine moves to the begin of a terminal's line and erases it.
const eraseLine = "\r\x1b[K"

// newStatusLine is the status line of a stream; it shows nothing if that is not a terminal.
func newStatusLine(stream io.Writer) *statusLine {
	f, ok := stream.(*os.File)
	return startStatusLine(stream, !ok || !isTerminal(f))
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func startStatusLine(terminal io.Writer, disabled bool) *statusLine {
	now := time.Now()
	return &statusLine{terminal: terminal, begin: now, next: now.Add(figure.ProgressAfter), disabled: disabled}
}

// tell shows how far a program is, now and then.
func (s *statusLine) tell(p host.Progress) {
	if s.disabled {
		return
	}
	now := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.midline || now.Before(s.next) {
		return
	}
	s.next, s.shown = now.Add(statusEvery), true
	_, _ = io.WriteString(s.terminal, eraseLine+figure.ProgramProgress(p, now.Sub(s.begin)))
}

// end takes the line away.
func (s *statusLine) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.erase()
}

// erase takes the line away. The caller has locked it.
func (s *statusLine) erase() {
	if s.shown {
		_, _ = io.WriteString(s.terminal, eraseLine)
		s.shown = false
	}
}

// beside is a stream of the program before which the line makes room.
func (s *statusLine) beside(to io.Writer) io.Writer {
	if f, ok := to.(*os.File); s.disabled || ok && !isTerminal(f) {
		return to
	}
	return &besideStatus{to, s}
}

// A besideStatus is a stream of a program beside a status line.
type besideStatus struct {
	to     io.Writer
	status *statusLine
}

func (b *besideStatus) Write(p []byte) (int, error) {
	s := b.status
	s.mu.Lock()
	defer s.mu.Unlock()
	s.erase()
	if len(p) > 0 {
		s.midline = !strings.HasSuffix(string(p[len(p)-1:]), "\n")
	}
	return b.to.Write(p)
}

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
// A stream that is not a terminal, such as a log, gets a line after the same while, and then one a minute at most, which stay.
type statusLine struct {
	terminal io.Writer
	log      bool // not a terminal

	mu      sync.Mutex
	begin   time.Time
	next    time.Time // before which there is nothing to show
	shown   bool
	midline bool // the program's output has not ended its line: there is no room
}

// The time between two changes of a terminal's line, and between two lines of a log.
const (
	statusEvery    = time.Second
	logStatusEvery = time.Minute
)

// eraseLine moves to the begin of a terminal's line and erases it.
const eraseLine = "\r\x1b[K"

// newStatusLine is the status line of a stream.
func newStatusLine(stream io.Writer) *statusLine {
	f, ok := stream.(*os.File)
	return startStatusLine(stream, !ok || !isTerminal(f))
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func startStatusLine(stream io.Writer, log bool) *statusLine {
	now := time.Now()
	return &statusLine{terminal: stream, begin: now, next: now.Add(figure.ProgressAfter), log: log}
}

// tell shows how far a program is, now and then.
func (s *statusLine) tell(p host.Progress) {
	now := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if now.Before(s.next) || s.midline && !s.log {
		return
	}
	if s.log {
		s.next = now.Add(logStatusEvery)
		line := "warpbook: " + figure.ProgramProgress(p, now.Sub(s.begin)) + "\n"
		if s.midline {
			line = "\n" + line
		}
		s.midline = false
		_, _ = io.WriteString(s.terminal, line)
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
	if s.log && !sameStream(to, s.terminal) || !s.log && isFile(to) {
		return to
	}
	return &besideStatus{to, s}
}

// isFile reports whether a stream is a file or a pipe, and not a terminal.
func isFile(stream io.Writer) bool {
	f, ok := stream.(*os.File)
	return ok && !isTerminal(f)
}

// sameStream reports whether two streams end in the same place, as after 2>&1.
func sameStream(a, b io.Writer) bool {
	f, ok := a.(*os.File)
	g, both := b.(*os.File)
	if !ok || !both {
		return a == b
	}
	one, err := f.Stat()
	other, e := g.Stat()
	return err == nil && e == nil && os.SameFile(one, other)
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

package main

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"warpbook.dev/gpumodel/host"
	"warpbook.dev/kernel/lib/figure"
)

// TestStatusLine: the line appears after a while, changes once a second, makes room for what the program prints, and goes in the end.
func TestStatusLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var screen strings.Builder
		s := startStatusLine(&screen, false)
		out := s.beside(&screen)
		launches := 0
		run := func(d time.Duration) {
			for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
				launches++
				s.tell(host.Progress{Launches: launches, Kernel: "step", Line: "line 7"})
			}
		}
		io.WriteString(out, "begin\n")
		run(figure.ProgressAfter)
		if screen.String() != "begin\n" {
			t.Errorf("before %v there is %q", figure.ProgressAfter, screen.String())
		}
		run(2 * time.Second)
		io.WriteString(out, "half of ")
		run(5 * time.Second)
		io.WriteString(out, "a line\n")
		run(time.Second)
		s.end()
		status := func(launches, seconds int) string {
			return fmt.Sprintf("%s%d launches so far, now step (line 7); 0 s on the modelled host, %d s here", eraseLine, launches, seconds)
		}
		want := "begin\n" + status(101, 10) + status(111, 11) + eraseLine + "half of a line\n" + status(171, 17) + eraseLine
		if screen.String() != want {
			t.Errorf("the terminal is given\n%q, want\n%q", screen.String(), want)
		}
	})
}

// TestNoStatusLine: what is not a terminal is given the program's output alone.
func TestNoStatusLine(t *testing.T) {
	var file strings.Builder
	s := newStatusLine(&file)
	s.begin, s.next = time.Time{}, time.Time{}
	s.tell(host.Progress{Launches: 1})
	io.WriteString(s.beside(&file), "text")
	s.end()
	if file.String() != "text" {
		t.Errorf("a file is given %q", file.String())
	}
}

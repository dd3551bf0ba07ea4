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

// TestStatusLog: what is not a terminal is given a line after a while and then one a minute, each on a line of its own.
func TestStatusLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log, other strings.Builder
		s := newStatusLine(&log)
		errors, out := s.beside(&log), s.beside(&other)
		run := func(d time.Duration) {
			for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
				s.tell(host.Progress{Launches: 12000, Kernel: "step", Line: "line 7", Time: 0.25})
			}
		}
		io.WriteString(out, "begin\n")
		run(figure.ProgressAfter)
		if log.String() != "" {
			t.Errorf("before %v there is %q", figure.ProgressAfter, log.String())
		}
		run(30 * time.Second)
		io.WriteString(errors, "half of ")
		run(90 * time.Second)
		io.WriteString(errors, "a line\n")
		s.end()
		line := func(seconds int) string {
			return fmt.Sprintf("warpbook: 12,000 launches so far, now step (line 7); 250 ms on the modelled host, %d s here\n", seconds)
		}
		if want := line(10) + "half of \n" + line(70) + "a line\n"; log.String() != want {
			t.Errorf("the log is given\n%q, want\n%q", log.String(), want)
		}
		if other.String() != "begin\n" {
			t.Errorf("the output is %q", other.String())
		}
	})
}

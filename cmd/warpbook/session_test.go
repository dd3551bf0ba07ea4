package main

import (
	"bufio"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"warpbook.dev/internal/tier"
)

// TestSession: the command answers requests until its input ends.
func TestSession(t *testing.T) {
	stdin, requests := io.Pipe()
	replies, stdout := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- run([]string{"session", "--cache", ""}, stdin, stdout, io.Discard)
		stdout.Close()
	}()
	lines := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(replies).ReadString('\n')
		lines <- line
	}()
	if _, err := io.WriteString(requests, `{"id": 1, "op": "call", "of": {"global": "abs"}, "args": [-42]}`+"\n"); err != nil {
		t.Fatal(err)
	}
	if got := tier.Receive(t, "a reply", lines); got != `{"id":1,"ok":42}`+"\n" {
		t.Errorf("got %q", got)
	}
	requests.Close()
	if status := tier.Receive(t, "the end", ended); status != exitOK {
		t.Errorf("status %d", status)
	}
}

// TestSessionMisused: flags are checked, and only a folder that is there is removed.
func TestSessionMisused(t *testing.T) {
	nowhere := filepath.Join(t.TempDir(), "shared")
	for flag, want := range map[string]int{"--memory-limit=much": exitUsage, "--shared=" + nowhere: exitFailed} {
		var errs strings.Builder
		if status := run([]string{"session", "--cache", "", flag}, strings.NewReader(""), io.Discard, &errs); status != want || errs.Len() == 0 {
			t.Errorf("%s: status %d, want %d: %s", flag, status, want, errs.String())
		}
	}
}

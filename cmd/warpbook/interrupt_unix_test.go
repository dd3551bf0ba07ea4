//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An interrupter sends this process an interrupt when something is written.
type interrupter struct {
	t    *testing.T
	sent bool
}

func (w *interrupter) Write(data []byte) (int, error) {
	if !w.sent {
		w.sent = true
		self, err := os.FindProcess(os.Getpid())
		if err == nil {
			err = self.Signal(os.Interrupt)
		}
		if err != nil {
			w.t.Error(err)
		}
	}
	return len(data), nil
}

// TestInterruptedStatus: a command that Ctrl-C has ended has the exit status that shells know.
func TestInterruptedStatus(t *testing.T) {
	file := filepath.Join(t.TempDir(), "endless.cu")
	if err := os.WriteFile(file, []byte("#include <stdio.h>\nint main() { for (;;) { printf(\"on\\n\"); fflush(stdout); } }\n"),
		0o644); err != nil {
		t.Fatal(err)
	}
	var errs strings.Builder
	if got := run([]string{"run", file}, strings.NewReader(""), &interrupter{t: t}, &errs); got != exitInterrupted ||
		!strings.Contains(errs.String(), "interrupt") {
		t.Errorf("exit status %d, want %d: %s", got, exitInterrupted, errs.String())
	}
}

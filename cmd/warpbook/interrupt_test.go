//go:build unix

package main

import (
	"bufio"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

const endless = `{
 "cells": [
  {"cell_type": "code", "execution_count": null, "id": "a", "metadata": {}, "outputs": [], "source": "print('kept')"},
  {"cell_type": "code", "execution_count": null, "id": "b", "metadata": {}, "outputs": [], "source": "while True: pass"},
  {"cell_type": "code", "execution_count": null, "id": "c", "metadata": {}, "outputs": [], "source": "print('not run')"}
 ],
 "metadata": {}, "nbformat": 4, "nbformat_minor": 5
}`

// Ctrl-C ends the running cell; what was computed is saved.
func TestInterruptSavesWhatIsThere(t *testing.T) {
	file := filepath.Join(t.TempDir(), "endless.ipynb")
	write(t, file, []byte(endless))
	cmd := exec.CommandContext(t.Context(), "warpbook", "run", file)
	cmd.WaitDelay = 10 * time.Second
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		said.WriteString(lines.Text() + "\n")
		if strings.HasPrefix(lines.Text(), "1/3") {
			time.Sleep(time.Second) // the second cell is running by then
			if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitFailed || !strings.Contains(said.String(), "KeyboardInterrupt") {
		t.Errorf("exit status %d, want %d with KeyboardInterrupt:\n%s", code, exitFailed, said.String())
	}
	cells := read(t, file).Cells
	if o := cells[0].Outputs; len(o) != 1 || o[0].Text != "kept\n" {
		t.Errorf("outputs of the first cell: %v", o)
	}
	if o := cells[1].Outputs; len(o) != 1 || o[0].ErrorName != "KeyboardInterrupt" {
		t.Errorf("outputs of the second cell: %v", o)
	}
	if o := cells[2].Outputs; len(o) != 0 {
		t.Errorf("outputs of the third cell: %v", o)
	}
}

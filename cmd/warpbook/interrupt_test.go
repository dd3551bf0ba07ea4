//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"warpbook.dev/internal/tier"
)

const endless = `{
 "cells": [
  {"cell_type": "code", "execution_count": null, "id": "a", "metadata": {}, "outputs": [], "source": "print('kept')"},
  {"cell_type": "code", "execution_count": null, "id": "b", "metadata": {}, "outputs": [], "source": "!touch running\nwhile True: pass"},
  {"cell_type": "code", "execution_count": null, "id": "c", "metadata": {}, "outputs": [], "source": "print('not run')"}
 ],
 "metadata": {}, "nbformat": 4, "nbformat_minor": 5
}`

// Ctrl-C ends the running cell; what was computed is saved.
func TestInterruptSavesWhatIsThere(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "endless.ipynb")
	write(t, file, []byte(endless))
	cmd := exec.CommandContext(tier.Context(t), "warpbook", "run", file)
	cmd.WaitDelay = tier.Hang
	cmd.Dir = dir
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	tier.Wait(t, "the file that the second cell makes", func() bool {
		_, err := os.Stat(filepath.Join(dir, "endless.files", "running"))
		return err == nil
	})
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitInterrupted || !strings.Contains(said.String(), "KeyboardInterrupt") {
		t.Errorf("exit status %d, want %d with KeyboardInterrupt:\n%s", code, exitInterrupted, said.String())
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

package kernel

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// openedHistory reads a history file.
func openedHistory(t *testing.T, path string) *history {
	t.Helper()
	h := newHistory()
	if err := h.open(path); err != nil {
		t.Fatal(err)
	}
	return h
}

func added(t *testing.T, h *history, count int, input, output string) {
	t.Helper()
	if err := h.add(count, input, output); err != nil {
		t.Fatal(err)
	}
}

var compareEntries = cmp.AllowUnexported(entry{})

// A history lasts over restarts, and two kernels may write it at the same time.
func TestHistoryFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "history.jsonl")
	first := openedHistory(t, path)
	added(t, first, 1, "x = 1\ny", "é")
	second := openedHistory(t, path)
	added(t, second, 1, "z", "")
	added(t, first, 2, "w", "")
	third := openedHistory(t, path)
	want := []entry{{1, 1, "x = 1\ny", "é"}, {2, 1, "z", ""}, {1, 2, "w", ""}}
	if d := cmp.Diff(want, third.all(), compareEntries); d != "" {
		t.Error(d)
	}
	for session, want := range map[int][]entry{
		0: nil, 1: {want[0], want[2]}, -1: {want[1]}, -2: {want[0], want[2]}, 3: nil, -3: nil,
	} {
		got, err := historyQuery{Access: "range", Session: session}.selected(third.all(), third.current())
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, append([]entry(nil), got...), compareEntries); d != "" {
			t.Errorf("session %d: %s", session, d)
		}
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		t.Errorf("others may read the history: %v", mode)
	}
}

// Lines that nobody can read, and a line that was cut off, cost only themselves.
func TestHistoryFileDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.jsonl")
	text := "{\"session\":\"a\",\"count\":1,\"input\":\"one\"}\nnot JSON\n{}\n[1]\n\x00\xff\n{\"session\":\"b\",\"cou"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	h := openedHistory(t, path)
	added(t, h, 1, "two", "")
	want := []entry{{1, 1, "one", ""}, {2, 1, "two", ""}}
	if d := cmp.Diff(want, openedHistory(t, path).all(), compareEntries); d != "" {
		t.Error(d)
	}
}

// A file that has grown long keeps its newest part.
func TestHistoryFileShortened(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.jsonl")
	line := "{\"session\":\"a\",\"count\":7,\"input\":\"x\"}\n"
	if err := os.WriteFile(path, []byte(strings.Repeat(line, 2*keptLines+1)), 0o600); err != nil {
		t.Fatal(err)
	}
	added(t, openedHistory(t, path), 1, "new", "")
	if n := len(openedHistory(t, path).all()); n != keptLines+1 {
		t.Errorf("%d entries, want %d", n, keptLines+1)
	}
}

// Where the file can't be written, the session has its history nevertheless.
func TestHistoryFileUnusable(t *testing.T) {
	directory := t.TempDir()
	if err := newHistory().open(directory); err == nil {
		t.Error("a directory was taken for a file")
	}
	path := filepath.Join(directory, "sub", "history.jsonl")
	h := openedHistory(t, path)
	if err := os.RemoveAll(filepath.Dir(path)); err != nil {
		t.Fatal(err)
	}
	if err := h.add(1, "x", ""); err == nil {
		t.Error("no error for a file whose directory is gone")
	}
	if len(h.all()) != 1 {
		t.Errorf("the history is %v", h.all())
	}
}

package host

import "testing"

// TestWrittenText: a name that would change what a terminal shows, or would look like several, is quoted.
func TestWrittenText(t *testing.T) {
	r := &Run{Files: []Written{{"out.txt", 3}, {"žluť 2", 4}, {"a\x1b[2K\nb", 5}, {"a\u202eb", 6}}}
	if got, want := r.WrittenText(), `out.txt (3 B), žluť 2 (4 B), "a\x1b[2K\nb" (5 B), "a\u202eb" (6 B)`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

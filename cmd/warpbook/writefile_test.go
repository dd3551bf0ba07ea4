package main

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/kernel"
)

// TestWritefileKeepsWhatItAppendsTo: %%writefile -a adds to a file that is larger than what a session reads whole, and that it may not
// write it leaves as it is.
func TestWritefileKeepsWhatItAppendsTo(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	own := filepath.Join(dir, "warpbook.files")
	if err := os.Mkdir(own, 0o777); err != nil {
		t.Fatal(err)
	}
	const size = folder.MostWhole + 1
	write(t, filepath.Join(own, "large"), nil)
	if err := os.Truncate(filepath.Join(own, "large"), size); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(own, "fixed"), []byte("as it is"))
	if err := os.Chmod(filepath.Join(own, "fixed"), 0o444); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "theirs"), []byte("one\n"))
	s := newSession()
	run := func(code string) string {
		var said strings.Builder
		outcome := s.Execute(t.Context(), kernel.Cell{Code: code, Count: 1}, listener{new(sync.Mutex), &said})
		if outcome.Error != nil {
			return outcome.Error.Value
		}
		return said.String()
	}
	for _, x := range []struct{ code, says string }{
		{"%%writefile -a large\nend", "Appending to large"},
		{"%%writefile -a fixed\nend", "fixed: it is read-only"},
		{"%%writefile -a theirs\ntwo", "Appending to theirs"},
		{"%%writefile -a new\nfirst", "Appending to new"},
	} {
		if got := run(x.code); !strings.Contains(got, x.says) {
			t.Errorf("%s says %q, want %q", x.code, got, x.says)
		}
	}
	if info, err := os.Stat(filepath.Join(own, "large")); err != nil || info.Size() != size+int64(len("end\n")) {
		t.Errorf("the large file has %d bytes, %v, want %d more than %d", info.Size(), err, len("end\n"), size)
	}
	for name, want := range map[string]string{"fixed": "as it is", "theirs": "one\ntwo\n", "new": "first\n", "../theirs": "one\n"} {
		if text, err := os.ReadFile(filepath.Join(own, name)); err != nil || string(text) != want {
			t.Errorf("%s holds %q, %v, want %q", name, text, err, want)
		}
	}
}

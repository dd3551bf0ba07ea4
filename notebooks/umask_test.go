//go:build unix

package notebook_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	notebook "warpbook.dev/notebooks"
)

// TestReplaceFileModes: a new file has what the umask leaves of 0666, an existing one what it had, and a read-only one is not replaced.
// A file that happens to have a temporary name stays.
func TestReplaceFileModes(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o077))
	dir := t.TempDir()
	for name, mode := range map[string]os.FileMode{"shared": 0o644, "fixed": 0o444, "new.partly": 0o600, ".new.tmp": 0o600} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
	}
	for name, refused := range map[string]bool{"new": false, "shared": false, "fixed": true} {
		if err := notebook.ReplaceFile(filepath.Join(dir, name), []byte("data")); (err != nil) != refused {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, want := range []struct {
		name, text string
		mode       os.FileMode
	}{{"new", "data", 0o600}, {"shared", "data", 0o644}, {"fixed", "fixed", 0o444}, {"new.partly", "new.partly", 0o600},
		{".new.tmp", ".new.tmp", 0o600}} {
		file := filepath.Join(dir, want.name)
		if text, err := os.ReadFile(file); err != nil || string(text) != want.text {
			t.Errorf("%s holds %q, %v", want.name, text, err)
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != want.mode {
			t.Errorf("%s has %v, %v, want %v", want.name, info.Mode(), err, want.mode)
		}
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 5 {
		t.Errorf("left behind: %v", entries)
	}
}

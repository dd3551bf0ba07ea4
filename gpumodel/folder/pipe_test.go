//go:build unix

package folder

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestPipe: a pipe and a device are not opened, and nothing waits for the other end.
func TestPipe(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o666); err != nil {
		t.Skip("needs: pipes:", err)
	}
	for _, own := range []string{"n.files", "."} {
		f := &Folder{Dir: dir, Own: filepath.Join(dir, own), Overwrite: true}
		if opened := try(f, "pipe"); len(opened) > 0 {
			t.Errorf("writing into %s: the pipe was opened with %q", own, opened)
		}
		if _, err := f.ReadFile("pipe", 100); Errno(err) != eacces {
			t.Errorf("reading the pipe: %v", err)
		}
	}
	// One that became a pipe since it was looked at.
	info, err := os.Stat(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for _, flags := range []int{os.O_RDONLY, os.O_WRONLY, os.O_RDWR} {
		if file, err := openRegular(&place{root: root, name: "pipe", info: info}, flags); err == nil {
			t.Errorf("opened with %d", flags)
			file.Close()
		}
	}
	f := &Folder{Dir: "/dev"}
	if _, err := f.ReadFile("zero", 100); err == nil {
		t.Error("a device was read")
	}
}

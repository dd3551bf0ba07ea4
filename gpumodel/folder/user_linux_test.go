package folder

import (
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

// asUser makes this goroutine's accesses to files those of a user whom permissions hold, and gives that user a directory: for
// root they say nothing. The thread ends with the test.
func asUser(t *testing.T, dir string) {
	t.Helper()
	if os.Geteuid() != 0 {
		return
	}
	const nobody = 65534
	for _, d := range []string{filepath.Dir(dir), dir} { // t.TempDir makes both
		if err := os.Chown(d, nobody, nobody); err != nil {
			t.Fatal(err)
		}
	}
	runtime.LockOSThread()
	if err := syscall.Setfsuid(nobody); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Setfsuid(0) })
}

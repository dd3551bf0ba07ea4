//go:build !linux

package folder

import (
	"os"
	"runtime"
	"testing"
)

func asUser(t *testing.T, dir string) {
	t.Helper()
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("needs: a user whom permissions hold")
	}
}

// Package stub is a GPU for tests: libraries with the names and the functions of NVIDIA's
// driver and run-time compiler that are used, on which kernels do what their names say
// (cuda.c: scale, accumulate, ticket, transpose…, say, wild, forever, crash).
package stub

import (
	"embed"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
)

//go:embed c/*.c
var sources embed.FS

// libraries are the files to build, by what they are built of.
var libraries = map[string]string{"c/cuda.c": "libcuda.so.1", "c/nvrtc.c": "libnvrtc.so.13"}

// built is done once in a process.
var built = sync.OnceValues(func() (folder string, err error) {
	if folder, err = os.MkdirTemp("", "warpbook-stub-"); err != nil {
		return "", err
	}
	for source, library := range libraries {
		text, err := sources.ReadFile(source)
		if err != nil {
			return "", err
		}
		file := filepath.Join(folder, filepath.Base(source))
		if err := os.WriteFile(file, text, 0o666); err != nil {
			return "", err
		}
		cc := exec.Command("cc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-Wno-stringop-overflow", "-o",
			filepath.Join(folder, library), file)
		cc.Stderr = os.Stderr
		if err := cc.Run(); err != nil {
			return "", err
		}
	}
	return folder, nil
})

// Use makes the stub the GPU of the worker processes that the test starts.
func Use(t testing.TB) {
	t.Helper()
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		t.Skip("real GPUs are used on Linux alone")
	}
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("needs: a C compiler (cc)")
	}
	folder, err := built()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("LD_LIBRARY_PATH", folder)
}

// Remove deletes what was built, at the end of a process's tests.
func Remove() {
	if folder, err := built(); err == nil {
		os.RemoveAll(folder)
	}
}

//go:build linux && (amd64 || arm64) && !nogpu

package driver

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// makeFiles makes empty files below a new folder.
func makeFiles(t *testing.T, names ...string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for _, name := range names {
		name = filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// TestSearchOrder: a toolkit that the environment names comes before Python's packages, and
// of these the newest of the active environment first.
func TestSearchOrder(t *testing.T) {
	kit := makeFiles(t, "lib64/libnvrtc.so.12", "include/cooperative_groups.h")
	const site = "lib/python3.12/site-packages/nvidia/"
	venv := makeFiles(t, site+"cu12/lib/libnvrtc.so.12", site+"cu13/lib/libnvrtc.so.13", site+"cuda_nvrtc/lib/libnvrtc.so.12")
	t.Setenv("CUDA_HOME", kit)
	t.Setenv("VIRTUAL_ENV", venv)
	for _, x := range []struct {
		what string
		all  []string
		want []string
	}{
		{"compiler", compilerFolders(), []string{
			filepath.Join(kit, "lib64"), filepath.Join(venv, site, "cu13/lib"), filepath.Join(venv, site, "cu12/lib"), filepath.Join(venv,
				site, "cuda_nvrtc/lib")}},
		{"headers", includeFolders(), []string{filepath.Join(kit, "include"), filepath.Join(venv, site, "cuda_runtime/include"), "/usr/include"}},
	} {
		last := -1
		for _, folder := range x.want {
			at := slices.Index(x.all, folder)
			if at <= last {
				t.Errorf("%s: %s is number %d, after number %d, of %q", x.what, folder, at, last, x.all)
			}
			last = at
		}
	}
	found, err := headers([]string{"cooperative_groups.h"})
	if err != nil || found[0] != filepath.Join(kit, "include") {
		t.Errorf("headers in %q, %v", found, err)
	}
}

// TestNotFound: errors say where was searched and how to get what is missing.
func TestNotFound(t *testing.T) {
	_, err := headers([]string{"nosuch_cuda_header.h"})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"nosuch_cuda_header.h", "/usr/include", "pip install"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in %v", want, err)
		}
	}
	if _, _, err = open([]string{"libnosuch-warpbook.so.1"}, []string{t.TempDir()}); err == nil ||
		!strings.Contains(err.Error(), "libnosuch-warpbook.so.1") {
		t.Errorf("got %v", err)
	}
}

// TestPresent: a driver's library on the loader's path is a sign of a GPU.
func TestPresent(t *testing.T) {
	t.Setenv("LD_LIBRARY_PATH", makeFiles(t, "libcuda.so.1"))
	if !Present() {
		t.Error("there is a libcuda.so.1")
	}
}

// TestRepeats: short launches are repeated often, long ones a few times, very long ones never.
func TestRepeats(t *testing.T) {
	for once, want := range map[float64]int{0: mostRepeats, 3e-6: mostRepeats, 0.025: 10, 0.5: leastRepeats, 3: 1} {
		if got := repeats(once); got != want {
			t.Errorf("%g s: %d times, want %d", once, got, want)
		}
	}
}

// TestPrinted: of what a worker prints counts what is between the marks, whole or up to its end.
func TestPrinted(t *testing.T) {
	begin, end := string(markBegin), string(markEnd)
	for _, x := range []struct {
		text  string
		ended bool
		want  string
	}{
		{"before" + begin + "one\n" + end + "repeated\n", true, "one\n"},
		{begin + end + "repeated\n", true, ""},
		{begin + "one\ntw", false, "one\ntw"},
		{"nothing began", false, ""},
		{begin + strings.Repeat("x", 2*maxPrinted) + end + "y", true, ""},
	} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		p := readPrinted(r)
		if _, err := w.WriteString(x.text); err != nil {
			t.Fatal(err)
		}
		w.Close()
		gone := &worker{exited: make(chan struct{})}
		close(gone.exited)
		got := string(p.take(gone, x.ended))
		if len(x.text) > maxPrinted {
			if n := len(got); n == 0 || n > maxPrinted {
				t.Errorf("%d bytes of %d are kept", n, len(x.text))
			}
			continue
		}
		if got != x.want {
			t.Errorf("%q: got %q, want %q", x.text, got, x.want)
		}
	}
}

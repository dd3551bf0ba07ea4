//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSubmissionsAreFiles: in every layout only regular files are read. Links are not followed, and nobody waits for a pipe or
// reads a device.
func TestSubmissionsAreFiles(t *testing.T) {
	for layout, file := range map[string]string{"nbgrader": "%/ps1/ps1.ipynb", "folders": "%/ps1.ipynb", "files": "%.ipynb"} {
		t.Run(layout, func(t *testing.T) {
			class := filepath.Join(t.TempDir(), "submitted")
			at := func(student string) string { return filepath.Join(class, strings.Replace(file, "%", student, 1)) }
			for _, student := range []string{"ann", "link", "pipe", "device", "escape\x1b[31m\nred"} {
				if err := os.MkdirAll(filepath.Dir(at(student)), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			write(t, at("ann"), []byte("{}"))
			write(t, at("escape\x1b[31m\nred"), []byte("{}"))
			for _, err := range []error{os.Symlink(at("ann"), at("link")), syscall.Mkfifo(at("pipe"), 0o644), os.Symlink("/dev/zero", at("device"))} {
				if err != nil {
					t.Fatal(err)
				}
			}
			want := map[string]string{
				"ann": "{}", `"escape\x1b[31m\nred"`: "{}",
				"link":   "it is a symbolic link, which is not followed; only regular files are graded",
				"device": "it is a symbolic link, which is not followed; only regular files are graded",
				"pipe":   "it is a pipe; only regular files are graded",
			}
			if layout != "files" {
				if err := os.Symlink(filepath.Join(class, "ann"), filepath.Join(class, "folder")); err != nil {
					t.Fatal(err)
				}
				want["folder"] = "it is a symbolic link, which is not followed; only regular files are graded"
			}
			if d := cmp.Diff(want, allRead(t, class)); d != "" {
				t.Errorf("the folder: -want +got\n%s", d)
			}
			link := filepath.Join(t.TempDir(), "class") // the teacher's own is followed
			if err := os.Symlink(class, link); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, allRead(t, link)); d != "" {
				t.Errorf("the folder by a link: -want +got\n%s", d)
			}
			if layout == "files" {
				return
			}
			// A shell's pattern goes through the link of the folder.
			paths, err := filepath.Glob(filepath.Join(class, strings.Replace(file, "%", "*", 1)))
			if err != nil {
				t.Fatal(err)
			}
			want["folder"] = filepath.Join(class, "folder") + " is a symbolic link, which is not followed"
			if d := cmp.Diff(want, allRead(t, paths...)); d != "" {
				t.Errorf("the files: -want +got\n%s", d)
			}
		})
	}
	s := submission{path: "/dev/zero"}
	if text, err := s.read(); err == nil || err.Error() != "it is a device; only regular files are graded" {
		t.Errorf("/dev/zero: %d bytes, %v", len(text), err)
	}
}

// allRead is what is read of each student's, or the error.
func allRead(t *testing.T, args ...string) map[string]string {
	t.Helper()
	all, err := findSubmissions(args, "ps1")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, s := range all {
		text, err := s.read()
		got[s.student] = string(text)
		if err != nil {
			got[s.student] = err.Error()
		}
	}
	return got
}

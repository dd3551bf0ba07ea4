//go:build unix

package main

import (
	"io"
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
			for _, err := range []error{os.Symlink(at("ann"), at("link")), syscall.Mkfifo(at("pipe"), 0o644),
				os.Symlink("/dev/zero", at("device"))} {
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

// TestSharedSubmissions: a notebook whose file has several names is graded, and the report says whose it is, too.
func TestSharedSubmissions(t *testing.T) {
	class := filepath.Join(t.TempDir(), "submitted")
	at := func(student string) string { return filepath.Join(class, student, "ps1", "ps1.ipynb") }
	for _, student := range []string{"ann", "bob", "cy", "dee"} {
		if err := os.MkdirAll(filepath.Dir(at(student)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	outside := filepath.Join(t.TempDir(), "solution.ipynb")
	for _, path := range []string{at("ann"), at("cy"), outside} {
		write(t, path, []byte("{}"))
	}
	for from, to := range map[string]string{at("ann"): at("bob"), outside: at("dee")} {
		if err := os.Link(from, to); err != nil {
			t.Fatal(err)
		}
	}
	all, err := findSubmissions([]string{class}, "ps1")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, s := range all {
		got[s.student] = s.shared
		if s.refused != nil {
			t.Errorf("%s: %v", s.student, s.refused)
		}
	}
	want := map[string]string{
		"ann": "the file has 2 names (hard links): it is the notebook of bob, too", "bob": "the file has 2 names (hard links): it is the notebook of ann, too",
		"cy": "", "dee": "the file has 2 names (hard links); the others are not among these notebooks",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	var said strings.Builder
	g := &grader{call: &call{stdout: io.Discard, stderr: &said}, jobs: 1}
	for _, s := range g.all(t.Context(), all) { // "{}" is no notebook, and takes no kernel
		if (s.Student == "cy") != (len(s.Notes) == 0) || strings.Contains(said.String(), s.Student+": the file has") != (s.Student != "cy") {
			t.Errorf("of %s the report notes %q; said is\n%s", s.Student, s.Notes, &said)
		}
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

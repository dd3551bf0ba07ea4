package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	notebook "warpbook.dev/notebooks"
)

// TestNamed: whose the notebooks are, also where there is one alone.
func TestNamed(t *testing.T) {
	for _, tc := range []struct {
		paths      []string
		assignment string
		want       []string
	}{
		{[]string{"submitted/ann/ps1/ps1.ipynb", "submitted/bob/ps1/ps1.ipynb"}, "ps1", []string{"ann", "bob"}},
		{[]string{"submitted/ann/ps1/ps1.ipynb"}, "ps1", []string{"ann"}},
		{[]string{"class/ann/ps1/ps1.ipynb"}, "ps1", []string{"ann"}},
		{[]string{"ann/ps1/ps1.ipynb"}, "", []string{"ann"}},
		{[]string{"class/ann/ps1.ipynb"}, "ps1", []string{"ann"}},
		{[]string{"class/ann.ipynb"}, "ps1", []string{"ann"}},
		{[]string{"ps1.ipynb"}, "ps1", []string{"ps1"}},
		{[]string{"ps1/ps1.ipynb"}, "ps1", []string{"ps1"}},
		{[]string{"source/ps1/ps1.ipynb"}, "ps1", []string{"ps1"}},
		{[]string{"class/ann.ipynb", "class/bob.ipynb"}, "ps1", []string{"ann", "bob"}},
		{[]string{"class/ann/a.ipynb", "class/bob/a.ipynb"}, "ps1", []string{"ann", "bob"}},
	} {
		var got []string
		for _, s := range named(tc.paths, tc.assignment) {
			got = append(got, s.student)
		}
		if d := cmp.Diff(tc.want, got); d != "" {
			t.Errorf("%q: -want +got\n%s", tc.paths, d)
		}
	}
}

// TestLongNotebook: no more of a file is read than a notebook may have, whatever its size is said to be.
func TestLongNotebook(t *testing.T) {
	path := filepath.Join(t.TempDir(), "long.ipynb")
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, notebook.MaxBytes+1); err != nil {
		t.Fatal(err)
	}
	s := submission{path: path}
	if text, err := s.read(); err == nil || err.Error() != "the file has more than 64 MB, which is the most for a notebook" {
		t.Errorf("%d bytes, %v", len(text), err)
	}
}

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/kernel/cell"
)

// promises are what the pages say of the files that a cell reaches, in the same words, each with what holds it.
var promises = []struct {
	text string
	held func(f *folder.Folder, dir string) bool
}{
	{"A program reads regular files below the notebook's directory, but no notebooks and nothing below a name that begins with a dot.", func(f *folder.Folder, _ string) bool {
		text, err := f.ReadFile("data/a.txt", 100)
		_, notebook := f.ReadFile("n.ipynb", 100)
		_, dot := f.ReadFile(".ssh/id", 100)
		_, outside := f.ReadFile("../a.txt", 100)
		return string(text) == "data/a.txt" && err == nil && notebook != nil && dot != nil && outside != nil
	}},
	{"What it writes goes to `NOTEBOOK.files/` beside the notebook, and is read back from there under the same names.", func(f *folder.Folder, dir string) bool {
		err := f.WriteFile("data/a.txt", []byte("new"))
		own, e := os.ReadFile(filepath.Join(dir, "NOTEBOOK"+cell.FilesSuffix, "data/a.txt"))
		there, _ := os.ReadFile(filepath.Join(dir, "data/a.txt"))
		back, _ := f.ReadFile("data/a.txt", 100)
		return errors.Join(err, e) == nil && string(own) == "new" && string(there) == "data/a.txt" && string(back) == "new"
	}},
}

// TestReach: the pages that say what a cell reaches say the same, and it is so.
func TestReach(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"n.ipynb", "data/a.txt", ".ssh/id"} {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(name), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	f := &folder.Folder{Dir: dir, Own: filepath.Join(dir, "NOTEBOOK"+cell.FilesSuffix)}
	for _, p := range promises {
		for _, page := range []string{"../DESIGN.md", "../README.md", "grading.md", "programs.md", "rationale.md", "teaching.md"} {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(strings.Join(strings.Fields(string(text)), " "), p.text) {
				t.Errorf("%s does not say: %s", page, p.text)
			}
		}
		if !p.held(f, dir) {
			t.Errorf("it is not so: %s", p.text)
		}
	}
}

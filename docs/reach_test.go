package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/kernel/cell"
)

// A promise is what a page says of the files that a cell or a program reaches, with what holds it.
type promise struct {
	text string
	held func(f *folder.Folder, dir string) bool
}

// promises are what all pages say in the same words.
var promises = []promise{
	{"A program reads regular files below the notebook's directory, but no notebooks and nothing below a name that begins with a dot.", func(f *folder.Folder, _ string) bool {
		text, err := f.ReadFile("data/a.txt", 100)
		_, notebook := f.ReadFile("n.ipynb", 100)
		_, dot := f.ReadFile(".ssh/id", 100)
		_, outside := f.ReadFile("../a.txt", 100)
		return string(text) == "data/a.txt" && err == nil && notebook != nil && dot != nil && outside != nil
	}},
	{"It writes to the folder `NOTEBOOK.files/` beside the notebook. A program that later opens the same name gets the file in this folder.", func(f *folder.Folder, dir string) bool {
		err := f.WriteFile("data/a.txt", []byte("new"))
		own, e := os.ReadFile(filepath.Join(dir, "NOTEBOOK"+cell.FilesSuffix, "data/a.txt"))
		there, _ := os.ReadFile(filepath.Join(dir, "data/a.txt"))
		back, _ := f.ReadFile("data/a.txt", 100)
		return errors.Join(err, e) == nil && string(own) == "new" && string(there) == "data/a.txt" && string(back) == "new"
	}},
}

// details are what programs.md says besides.
var details = []promise{
	{"| a path that leads outside, also by a link; a pipe, a device | reading and writing |", func(f *folder.Folder, dir string) bool {
		return refused(f, "../a.txt") && refused(f, "link/x") && refused(f, "data/../../a.txt")
	}},
	{"| a notebook; a name that begins with a dot, and all below it | reading and writing |", func(f *folder.Folder, dir string) bool {
		return refused(f, "n.ipynb") && refused(f, "new.ipynb") && refused(f, ".ssh/id") && refused(f, ".new")
	}},
	{"| a file that is read-only or has a run bit | writing |", func(f *folder.Folder, dir string) bool {
		_, err := f.ReadFile("run.sh", 100)
		_, also := f.ReadFile("fixed", 100)
		return err == nil && also == nil && f.WriteFile("run.sh", nil) != nil && f.WriteFile("fixed", nil) != nil
	}},
	{"| a file in which Linux shows its own state, as in `/proc` and `/sys` | reading and writing |", func(*folder.Folder, string) bool {
		root := &folder.Folder{Dir: "/", Own: "/", Overwrite: true}
		return refused(root, "proc/self/environ") && refused(root, "sys/kernel/mm/transparent_hugepage/enabled")
	}},
	{"| a file with a second name (a hard link) | writing |", func(f *folder.Folder, dir string) bool {
		_, err := f.ReadFile("twin", 100)
		return err == nil && f.WriteFile("twin", nil) != nil
	}},
	{"| a file that no program has made, or that somebody has changed since | writing in the current directory, in a shell |", func(_ *folder.Folder, dir string) bool {
		shell := &folder.Folder{Dir: dir, Own: dir, Remembers: true}
		return shell.WriteFile("data/a.txt", nil) != nil && shell.WriteFile("made", nil) == nil && shell.WriteFile("made", nil) == nil
	}},
	{"`.warpbook-made` lists the files that programs made, with size and time. The next run may write these files again, but not one that you have changed since.", func(_ *folder.Folder, dir string) bool {
		first := &folder.Folder{Dir: dir, Own: dir, Remembers: true}
		err := errors.Join(first.WriteFile("first", []byte("1")), first.WriteFile("second", []byte("1")), first.Remember())
		_, noted := os.Stat(filepath.Join(dir, folder.Record))
		err = errors.Join(err, noted, os.WriteFile(filepath.Join(dir, "second"), []byte("mine"), 0o666))
		next := &folder.Folder{Dir: dir, Own: dir, Remembers: true}
		return folder.Record == ".warpbook-made" && err == nil && next.WriteFile("first", nil) == nil && next.WriteFile("second", nil) != nil
	}},
	{"`--overwrite` lets them change other files in the current directory, too. No option allows the other rows", func(_ *folder.Folder, dir string) bool {
		f := &folder.Folder{Dir: dir, Own: dir, Overwrite: true}
		_, err := f.OpenFile(context.Background(), "data/a.txt", folder.Mode{Writes: true, Appends: true, Creates: true})
		return err == nil && f.WriteFile("run.sh", nil) != nil && f.WriteFile("n.ipynb", nil) != nil &&
			f.WriteFile(".ssh/id", nil) != nil && f.WriteFile("../a.txt", nil) != nil
	}},
	{"A session may write at most 1 GB in 1000 files.", func(*folder.Folder, string) bool {
		return cell.DefaultFiles.Bytes == 1e9 && cell.DefaultFiles.Count == 1000
	}},
	{"If there is no notebook name (in a console, in `warpbook exec`), the folder is `warpbook.files/`.", func(*folder.Folder, string) bool {
		return cell.DefaultFiles.Folder == "warpbook.files"
	}},
}

// refused reports whether a name is neither read nor written.
func refused(f *folder.Folder, name string) bool {
	_, err := f.ReadFile(name, 100)
	return err != nil && f.WriteFile(name, nil) != nil
}

// TestReach: the pages that say what a cell reaches say the same, and it is so.
func TestReach(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"n.ipynb", "data/a.txt", ".ssh/id", "run.sh", "fixed"} {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(name), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	for name, mode := range map[string]os.FileMode{"run.sh": 0o755, "fixed": 0o444} {
		if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link(filepath.Join(dir, ".ssh/id"), filepath.Join(dir, "twin")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(t.TempDir(), filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	f := &folder.Folder{Dir: dir, Own: filepath.Join(dir, "NOTEBOOK"+cell.FilesSuffix)}
	check := func(p promise, pages ...string) {
		t.Helper()
		for _, page := range pages {
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
	for _, p := range promises {
		check(p, "../DESIGN.md", "../README.md", "grading.md", "programs.md", "rationale.md", "teaching.md")
	}
	for _, p := range details {
		check(p, "programs.md")
	}
}

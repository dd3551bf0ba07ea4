package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
	{"The first file that a program writes creates the folder.", func(_ *folder.Folder, dir string) bool {
		fresh := &folder.Folder{Dir: dir, Own: filepath.Join(dir, "fresh"+cell.FilesSuffix)}
		_, _ = fresh.ReadFile("data/a.txt", 100)
		_, before := os.Stat(fresh.Own)
		err := fresh.WriteFile("x", nil)
		_, after := os.Stat(fresh.Own)
		return os.IsNotExist(before) && err == nil && after == nil
	}},
	{"A program sees the two directories as one. If it appends to an existing file, Warpbook first copies the file to the folder. A program can remove only its own files.", func(f *folder.Folder, dir string) bool {
		file, err := f.OpenFile(context.Background(), "more.txt", folder.Mode{Writes: true, Appends: true, Creates: true})
		if err != nil {
			return false
		}
		_, err = file.Write([]byte("+"))
		err = errors.Join(err, file.Close())
		own, e := os.ReadFile(filepath.Join(f.Own, "more.txt"))
		there, _ := os.ReadFile(filepath.Join(dir, "more.txt"))
		names, _ := f.ReadDir(".")
		both := slices.ContainsFunc(names, func(d fs.DirEntry) bool { return d.Name() == "run.sh" })
		return errors.Join(err, e) == nil && string(own) == "more.txt+" && string(there) == "more.txt" && both && f.Remove("run.sh") != nil &&
			f.Remove("more.txt") == nil
	}},
	{"`--files DIR` gives programs a separate folder. There they may also change files that they did not make.", func(_ *folder.Folder, dir string) bool {
		own := filepath.Join(dir, "own")
		err := errors.Join(os.Mkdir(own, 0o777), os.WriteFile(filepath.Join(own, "theirs"), []byte("1"), 0o666))
		f := &folder.Folder{Dir: dir, Own: own, Remembers: true}
		return errors.Join(err, f.WriteFile("theirs", []byte("2"))) == nil
	}},
	{"At a limit, `fwrite` returns a short count, `fopen` returns `NULL`, and `errno` is `EDQUOT`.", func(_ *folder.Folder, dir string) bool {
		const edquot = 122
		f := &folder.Folder{Dir: dir, Own: filepath.Join(dir, "limited"), Bytes: 3, Files: 1}
		file, err := f.OpenFile(context.Background(), "a", folder.Mode{Writes: true, Truncates: true, Creates: true})
		if err != nil {
			return false
		}
		n, short := file.Write([]byte("12345"))
		_, more := f.OpenFile(context.Background(), "b", folder.Mode{Writes: true, Truncates: true, Creates: true})
		return file.Close() == nil && n == 3 && folder.Errno(short) == edquot && folder.Errno(more) == edquot
	}},
	{"A session may write at most 1 GB in 1000 files.", func(*folder.Folder, string) bool {
		return cell.DefaultFiles.Bytes == 1e9 && cell.DefaultFiles.Count == 1000
	}},
	{"If there is no notebook name (in a console, in `warpbook exec`), the folder is `warpbook.files/`.", func(*folder.Folder, string) bool {
		return cell.DefaultFiles.Folder == "warpbook.files"
	}},
}

// elsewhere are the sentences on what a cell reaches that are held by tests of other rooms, which need a session, a shell or a class.
var elsewhere = []struct{ page, text, file, test string }{
	{"../README.md", "A notebook from a stranger changes nothing on your computer. Its cells start no program and open no connection.",
		"../cmd/warpbook/sandbox_test.go", "func TestCellsAreASandbox("},
	{"../README.md", "A cell has limits of memory, time and output. A cell that exceeds a limit ends with an error, and the session goes on", "../cmd/warpbook/abuse_test.go", "func TestAbusiveCells("},
	{"../DESIGN.md", "The rooms behind a cell must not import packages that open files, start programs or connect to a network.",
		"../layers_test.go", "func TestCellsReachNothing("},
	{"rationale.md", "The packages behind a cell must not import packages that open files, start programs or connect to a network",
		"../layers_test.go", "func TestCellsReachNothing("},
	{"teaching.md", "Starlark has no processes, no network and no imports.", "../cmd/warpbook/sandbox_test.go", "func TestCellsAreASandbox("},
	{"teaching.md", "No attempt gets more than half of the points.", "../cmd/warpbook/cheats_test.go", "func TestCheats("},
	{"programs.md", "The same rules hold for `%%writefile`, commands after `!`, `--stdin NAME` and `#include`", "../cmd/warpbook/sandbox_test.go",
		"func TestCellsAreASandbox("},
	{"programs.md", "It never overwrites one of its sources.", "../cmd/warpbook/testdata/reach.txtar", "# The compiler replaces no source by"},
	{"programs.md", "After an interrupt a program writes nothing more.", "../gpumodel/host/files_test.go", "func TestInterruptedWrites("},
	{"programs.md", "At most 250 files can be open at a time.", "../gpumodel/host/files_test.go", "func TestFileMistakes("},
	{"programs.md", "Files are opened, written and renamed as C and POSIX specify.", "../gpumodel/host/files_test.go", "func TestFilesAsC("},
	{"programs.md", "and `%%cuda` has neither of these two options", "../cmd/warpbook/sandbox_test.go", "func TestCellsAreASandbox("},
	{"grading.md", "The command reads only regular files. It does not grade links, pipes and devices, but reports them under the student's name.",
		"../cmd/warpbook/submissions_unix_test.go", "func TestSubmissionsAreFiles("},
}

// refused reports whether a name is neither read nor written.
func refused(f *folder.Folder, name string) bool {
	_, err := f.ReadFile(name, 100)
	return err != nil && f.WriteFile(name, nil) != nil
}

// TestReach: the pages that say what a cell reaches say the same, and it is so.
func TestReach(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"n.ipynb", "data/a.txt", "more.txt", ".ssh/id", "run.sh", "fixed"} {
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
	for _, e := range elsewhere {
		check(promise{e.text, func(*folder.Folder, string) bool {
			tests, err := os.ReadFile(e.file)
			return err == nil && strings.Contains(string(tests), e.test)
		}}, e.page)
	}
}

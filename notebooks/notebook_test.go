package notebook_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	notebook "warpbook.dev/notebooks"
)

// The files of testdata were written by Python's nbformat.
func TestRoundTripKeepsTheBytesOfNbformat(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.ipynb")
	if len(files) < 3 {
		t.Fatalf("testdata has %d notebooks", len(files))
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			nb, err := notebook.Parse(want)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), string(notebook.Format(nb))); d != "" {
				t.Errorf("-want +got\n%s", d)
			}
		})
	}
}

func TestParseNormalises(t *testing.T) {
	const in = `{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "future": {"b": 1, "a": 2},
	 "cells": [{"source": "a = 1\nb", "cell_type": "code", "id": "same", "metadata": {}, "new": [1]},
	           {"source": ["x"], "cell_type": "markdown", "id": "same", "metadata": {}},
	           {"source": ["x"], "cell_type": "markdown", "metadata": {}}]}`
	nb, err := notebook.Parse([]byte(in))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, c := range nb.Cells {
		if c.ID == "" || seen[c.ID] {
			t.Errorf("id %q is empty or twice there", c.ID)
		}
		seen[c.ID] = true
	}
	out := string(notebook.Format(nb))
	for _, want := range []string{"\"source\": [\n    \"a = 1\\n\",\n    \"b\"\n   ]", `"new": [`,
		"\"future\": {\n  \"a\": 2,\n  \"b\": 1\n }", `"outputs": []`, `"execution_count": null`} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
}

func TestParseErrorsSayWhere(t *testing.T) {
	for in, want := range map[string]string{
		"":                                  "the file is empty",
		"[1]":                               "the file holds a list, want an object",
		"{\n\"nbformat\": 4,\n oops}":       "not JSON, line 3",
		`{"nbformat": 4, "cells": []} x`:    "not JSON, line 1: text after the end",
		`{"nbformat": 3, "worksheets": []}`: "nbformat is 3, want 4",
		`{"cells": []}`:                     "nbformat is missing, want 4",
		`{"nbformat": 4, "cells": {}}`:      "cells is an object, want a list",
		`{"nbformat": 4, "cells": [{"cell_type": "code", "source": ["a", 1]}]}`:                                    "cell 1: source is a list, want a string or a list of strings",
		`{"nbformat": 4, "cells": [{"cell_type": "markdown"}, {"cell_type": "sql"}]}`:                              `cell 2: cell_type is "sql", want code, markdown or raw`,
		`{"nbformat": 4, "cells": [{"cell_type": "code", "execution_count": -1}]}`:                                 "execution_count is the number -1, want a whole number",
		`{"nbformat": 4, "cells": [{"cell_type": "code", "outputs": [{"output_type": "pyout"}]}]}`:                 `cell 1: output 1: output_type is "pyout"`,
		`{"nbformat": 4, "cells": [{"cell_type": "code", "outputs": [{"output_type": "display_data","data":3}]}]}`: "output 1: data is the number 3, want an object",
	} {
		_, err := notebook.Parse([]byte(in))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngot  %v\nwant %s", in, err, want)
		}
	}
}

func TestWriteFileReplacesWhole(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.ipynb")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link.ipynb")
	if err := os.Symlink(path, link); err != nil {
		t.Skip("no symbolic links here")
	}
	nb := &notebook.Notebook{Minor: 5}
	if err := notebook.WriteFile(link, nb); err != nil {
		t.Fatal(err)
	}
	got, _ := os.ReadFile(path)
	if !bytes.Equal(got, notebook.Format(nb)) {
		t.Errorf("got %s", got)
	}
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("permissions became %v", info.Mode())
	}
	if info, _ := os.Lstat(link); info.Mode()&os.ModeSymlink == 0 {
		t.Error("the symbolic link was replaced")
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 2 {
		t.Errorf("files left behind: %v", entries)
	}
}

func TestLanguage(t *testing.T) {
	nb, err := notebook.ReadFile("testdata/transpose.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	if got := nb.Language(); got != "starlark" {
		t.Errorf("Language() = %q", got)
	}
}

func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.ipynb")
	for _, file := range files {
		data, _ := os.ReadFile(file)
		f.Add(data)
	}
	f.Add([]byte(`{"nbformat":4,"cells":[{"cell_type":"markdown","source":"$x_1^{2}$ <b>","attachments":{"a":3}}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		nb, err := notebook.Parse(data)
		if err != nil {
			return
		}
		once := notebook.Format(nb)
		again, err := notebook.Parse(once)
		if err != nil {
			t.Fatalf("what Format wrote does not parse: %v\n%s", err, once)
		}
		if twice := notebook.Format(again); !bytes.Equal(once, twice) {
			t.Fatalf("not stable:\n%s\n%s", once, twice)
		}
		if _, err := notebook.HTML(nb, notebook.Page{}); err != nil {
			t.Fatal(err)
		}
	})
}

// TestTooLarge: what cannot be a notebook's file by its size is not read whole.
func TestTooLarge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "large.ipynb")
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, notebook.MaxBytes+1); err != nil { // a hole, which takes no room
		t.Fatal(err)
	}
	if _, err := notebook.ReadFile(path); err == nil || !strings.Contains(err.Error(), "64 MB") {
		t.Errorf("got %v", err)
	}
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"warpbook.dev/internal/cputime"
	"warpbook.dev/internal/mutate"
	"warpbook.dev/internal/tier"
	notebook "warpbook.dev/notebooks"
	"warpbook.dev/notebooks/grading"
)

// A notebookMaker makes notebooks with slips out of the tree's.
type notebookMaker struct {
	*mutate.Mutator
	notebooks []notebookFile
	texts     []string // that stand in notebooks and may do harm
}

// A notebookFile is one of the tree's.
type notebookFile struct {
	name string // of the file
	data []byte
}

// mostOutput is the longest text of a notebook that is changed, in bytes: pictures would hide the rest.
const mostOutput = 10_000

// mostCells is how many cells a notebook has, so that many can be tried.
const mostCells = 4

func newNotebookMaker(t *testing.T) *notebookMaker {
	m := &notebookMaker{texts: []string{
		"", "\x00", "\x1b[1m", "\x1b[38;2;300;;m", "\x1b]8;;", "\r\b\b\x7f", "\u202e", "\ufeff", "]]>", "</script><script>", "<!--", "# #\n", "* * * ", "$$\\frac{", "![a](data:image/png;base64,", "%%cuda\n", "%%writefile ../x\n", "!nvcc",
		strings.Repeat("> ", 300), strings.Repeat("[", 3000), strings.Repeat("*a_", 2000), strings.Repeat("{",
			2000), "-1", "1e999", "NaN", "../../../etc/passwd", "raises-exception", "skip-execution",
	}}
	var all []string
	for _, pattern := range []string{"../../notebooks/*.ipynb", "../../notebooks/testdata/*.ipynb",
		"../../notebooks/testdata/stored/*.ipynb", "../../notebooks/assignments/*/*/*.ipynb", "testdata/nbgrader/*.ipynb"} {
		for _, path := range globbed(t, pattern) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			m.notebooks = append(m.notebooks, notebookFile{filepath.Base(path), data})
			for _, c := range read(t, path).Cells {
				all = append(all, c.Source)
			}
		}
	}
	m.Mutator = mutate.New(all)
	return m
}

// make is the text of a notebook, and the name of the one that it was made of.
func (m *notebookMaker) make(t *testing.T, seed uint64) (data []byte, name string) {
	own := *m
	own.Mutator = m.Seeded(seed)
	file := mutate.Pick(own.Mutator, own.notebooks)
	var nb map[string]any
	if err := json.Unmarshal(file.data, &nb); err != nil {
		t.Error(err)
		return nil, ""
	}
	if cells, _ := nb["cells"].([]any); len(cells) > mostCells {
		at := own.IntN(len(cells) - mostCells + 1)
		nb["cells"] = cells[at : at+mostCells]
	}
	var root any = shortened(nb)
	for range 1 + own.IntN(4) {
		root = own.changed(root, 0)
	}
	var err error
	data, err = json.Marshal(root)
	if err != nil {
		t.Error(err)
	}
	if own.IntN(5) == 0 { // a file that was cut, or is no JSON any more
		switch at := own.IntN(len(data)); own.IntN(3) {
		case 0:
			data = data[:at]
		case 1:
			data[at] = byte(own.IntN(256))
		case 2:
			data = slices.Insert(data, at, data[:at]...)
		}
	}
	return data, file.name
}

// shortened is a value without long texts.
func shortened(v any) any {
	switch v := v.(type) {
	case string:
		return v[:min(len(v), mostOutput)]
	case []any:
		for i := range v {
			v[i] = shortened(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = shortened(v[key])
		}
	}
	return v
}

// changed is a value of JSON in which one of its parts is another one.
func (m *notebookMaker) changed(v any, depth int) any {
	if depth > 0 && m.IntN(6) == 0 {
		return m.odd(v)
	}
	switch v := v.(type) {
	case []any:
		if len(v) == 0 || m.IntN(8) == 0 {
			return m.odd(v)
		}
		i := m.IntN(len(v))
		switch m.IntN(8) {
		case 0:
			return slices.Delete(v, i, i+1)
		case 1:
			return append(v, v[i])
		}
		v[i] = m.changed(v[i], depth+1)
		return v
	case map[string]any:
		if len(v) == 0 {
			return m.odd(v)
		}
		key := mutate.Pick(m.Mutator, slices.Sorted(maps.Keys(v)))
		if cells, ok := v["cells"]; ok && depth == 0 && m.IntN(4) > 0 {
			v["cells"] = m.changed(cells, depth+1)
			return v
		}
		switch m.IntN(8) {
		case 0:
			delete(v, key)
		case 1:
			v[mutate.Pick(m.Mutator, m.texts)] = v[key]
		default:
			v[key] = m.changed(v[key], depth+1)
		}
		return v
	case string:
		switch m.IntN(4) {
		case 0:
			return m.odd(v)
		case 1:
			return v + mutate.Pick(m.Mutator, m.texts)
		}
		return m.Text(v)
	}
	return m.odd(v)
}

// odd is a value that somebody could write in place of another one.
func (m *notebookMaker) odd(v any) any {
	switch m.IntN(8) {
	case 0:
		return nil
	case 1:
		return mutate.Pick(m.Mutator, []any{true, -1, 0, 1.5, 1e300, 1 << 40, json.Number("1" + strings.Repeat("0", 400))})
	case 2:
		return []any{v, v}
	case 3:
		return map[string]any{mutate.Pick(m.Mutator, m.texts): v}
	case 4:
		for range 1 + m.IntN(3000) { // as deep as a text can be
			v = []any{v}
		}
		return v
	case 5:
		return strings.Repeat(mutate.Pick(m.Mutator, m.texts), 1+m.IntN(20))
	}
	return mutate.Pick(m.Mutator, m.texts)
}

// TestMutatedNotebooks runs, exports and grades notebooks with slips in their JSON and in their cells: whatever a file holds, there
// is an answer. Nothing panics and nothing takes five seconds of a processor; what was run can be read again, and a submission has
// between no points and all. Cells run as in TestRandomCells.
func TestMutatedNotebooks(t *testing.T) {
	tier.Check(t)
	m := newNotebookMaker(t)
	sources := map[string]*grading.Source{}
	for _, path := range globbed(t, "../../notebooks/assignments/source/*/*.ipynb") {
		source, err := grading.NewSource(read(t, path))
		if err != nil {
			t.Fatal(err)
		}
		sources[filepath.Base(path)] = source
	}
	dir := t.TempDir()
	names := slices.Sorted(maps.Keys(sources))
	sampled(t, 10_000, tier.Pick(2, 15, 10_000), func(w *watched, seed uint64) {
		text, name := m.make(t, seed)
		defer func() {
			if r := recover(); r != nil {
				t.Errorf("seed %d: panic: %v\n%s\n%s", seed, r, debug.Stack(), text)
			}
		}()
		source := sources[name]
		if source == nil { // somebody has handed in something else
			source = sources[names[seed%uint64(len(names))]]
		}
		w.notebook(text, source, filepath.Join(dir, fmt.Sprint(seed, ".ipynb")))
		w.try("%reset")
	})
}

// notebook does with the text of a notebook what the commands do.
func (w *watched) notebook(text []byte, source *grading.Source, path string) {
	nb := w.parsed(text)
	if nb == nil {
		return
	}
	w.quick(text, "the page", func() {
		if _, err := notebook.HTML(nb, notebook.Page{Title: "n", Files: os.DirFS(filepath.Dir(path))}); err != nil {
			w.t.Errorf("seed %d: no page: %v\n%s", w.seed, err, text)
		}
	})
	_ = notebook.Execute(context.Background(), nb, w, nil) // a cell may fail
	if err := save(nb, path, path, path+".html"); err != nil {
		w.t.Errorf("seed %d: not saved: %v\n%s", w.seed, err, text)
	}
	if again, err := notebook.ReadFile(path); err != nil {
		w.t.Errorf("seed %d: cannot be read again: %v\n%s", w.seed, err, text)
	} else if len(again.Cells) != len(nb.Cells) {
		w.t.Errorf("seed %d: %d of %d cells are read again\n%s", w.seed, len(again.Cells), len(nb.Cells), text)
	}
	for _, source := range []*grading.Source{nil, source} {
		nb := w.parsed(text)
		s, err := grading.Grade(context.Background(), nb, source, w)
		if err != nil {
			continue // the error is the submission's
		}
		if !(s.Score >= 0 && s.Score <= s.Max) || math.IsInf(s.Max, 0) {
			w.t.Errorf("seed %d: %g of %g points\n%s", w.seed, s.Score, s.Max, text)
		}
		class := grading.NewClass("assignment", "", []*grading.Submission{s})
		for _, r := range gradeReports {
			if _, err := r.write(class); err != nil {
				w.t.Errorf("seed %d: no report %s: %v\n%s", w.seed, r.name, err, text)
			}
		}
	}
}

// parsed is the notebook of a text, or nil; what is no notebook is an error that says why.
func (w *watched) parsed(text []byte) (nb *notebook.Notebook) {
	w.quick(text, "reading", func() {
		var err error
		if nb, err = notebook.Parse(bytes.Clone(text)); err != nil && err.Error() == "" {
			w.t.Errorf("seed %d: an error without words\n%s", w.seed, text)
		}
	})
	return nb
}

// quick reports what takes long.
func (w *watched) quick(text []byte, what string, f func()) {
	runtime.LockOSThread() // whose time is taken
	defer runtime.UnlockOSThread()
	began := cputime.Thread()
	f()
	if took := cputime.Thread() - began; took > watchedPatience {
		w.t.Errorf("seed %d: %s takes %v of the processor\n%s", w.seed, what, took, text)
	}
}

package main

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/internal/tier"
	notebook "warpbook.dev/notebooks"
)

// small is a notebook of the least that each part of a page needs.
const small = `{
 "cells": [
  {"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# A notebook\n\nWith $x_i \\le 2^n$."},
  {"cell_type": "code", "execution_count": null, "id": "b", "metadata": {}, "outputs": [], "source": "def square(v):\n    return v * v\nprint('squares')"},
  {"cell_type": "code", "execution_count": null, "id": "c", "metadata": {}, "outputs": [], "source": "[square(v) for v in range(4)]"},
  {"cell_type": "code", "execution_count": null, "id": "d", "metadata": {}, "outputs": [], "source": "plot([1, 2, 3], [square(v) for v in [1, 2, 3]], label=\"squares\")"}
 ],
 "metadata": {"kernelspec": {"display_name": "Warpbook", "language": "starlark", "name": "warpbook"}}, "nbformat": 4, "nbformat_minor": 5
}`

// notebookFiles are the small notebook and lessons of the repository, copied to dir: one of them in a
// check, all in the long tier. The first lesson takes longest, and .ci/run runs it in any case.
func notebookFiles(t *testing.T, dir string) []string {
	t.Helper()
	sources, err := filepath.Glob("../../notebooks/*.ipynb")
	if err != nil || len(sources) == 0 {
		t.Fatal("no notebooks", err)
	}
	files := []string{filepath.Join(dir, smallName)}
	write(t, files[0], []byte(small))
	if !tier.Pick(false, false, true) {
		sources = slices.DeleteFunc(sources, func(name string) bool { return filepath.Base(name) == "01-transpose.ipynb" })
	}
	for _, source := range tier.Sample(t, sources, 1) {
		file := filepath.Join(dir, filepath.Base(source))
		write(t, file, contents(t, source))
		files = append(files, file)
	}
	return files
}

const smallName = "small.ipynb"

// runWithNbclient executes a notebook as JupyterLab's tools do, and exports it. It
// also makes sure that nbformat would write what `warpbook run` wrote.
const runWithNbclient = `
import os, sys, nbformat, nbclient, nbconvert
source, executed, page, ours = sys.argv[1:]
nb = nbformat.read(source, as_version=4)
nbclient.NotebookClient(nb, timeout=3600, kernel_name="warpbook", resources={"metadata": {"path": os.path.dirname(source)}}).execute()
nbformat.validate(nb)
nbformat.write(nb, executed)
body, _ = nbconvert.HTMLExporter().from_notebook_node(nb)
assert "jp-OutputArea" in body, "nbconvert's page has no outputs"
open(page, "w", encoding="utf-8").write(body)
again = nbformat.read(ours, as_version=4)
nbformat.validate(again)
assert nbformat.writes(again) + "\n" == open(ours, encoding="utf-8", newline="").read(), "nbformat writes it in another way"
`

// TestNotebooks executes each notebook twice, with `warpbook run` and with nbclient
// through the installed kernelspec: both store the same. The page of the first run is
// opened in a browser. A check gives nbclient the small notebook alone, since lessons take minutes.
func TestNotebooks(t *testing.T) {
	python := tool(t, "WARPBOOK_PYTHON", "a Python with nbclient, nbconvert, playwright and axe")
	chromium := tool(t, "WARPBOOK_CHROMIUM", "Chromium")
	dir := t.TempDir()
	warpbook, env := installed(t)
	for _, file := range notebookFiles(t, dir) {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			t.Parallel() // GOMAXPROCS of them at a time
			ours, page := file+".warpbook", file+".html"
			output(t, nil, warpbook, "run", file, "-o", ours, "--html", page)
			mine := read(t, ours)
			t.Run("browser", func(t *testing.T) { openInBrowser(t, python, chromium, page, figures(mine)) })
			t.Run("nbclient", func(t *testing.T) {
				if name != smallName {
					tier.Long(t)
				}
				executed := file + ".jupyter"
				output(t, env, python, "-c", runWithNbclient, file, executed, file+".nbconvert.html", ours)
				theirs := read(t, executed)
				theirs.Slim() // nbclient stores all that the kernel sends
				if d := cmp.Diff(outputs(theirs), outputs(mine)); d != "" {
					t.Errorf("outputs: -nbclient +warpbook run\n%.4000s", d)
				}
				if d := cmp.Diff(theirs.Metadata["language_info"], mine.Metadata["language_info"]); d != "" {
					t.Errorf("language_info: -nbclient +warpbook run\n%s", d)
				}
			})
		})
	}
}

// openInBrowser looks at a page of `warpbook run` as testdata/page.py says; figures is how
// many drawings it has to show.
func openInBrowser(t *testing.T, python, chromium, page string, figures int) {
	var seen struct {
		Figures, Results, Headings int
		Errors, Requests           []string
	}
	screen := artefact(t, "page-"+filepath.Base(page))
	if err := json.Unmarshal([]byte(output(t, nil, python, "testdata/page.py", chromium, page, screen)), &seen); err != nil {
		t.Fatal(err)
	}
	if seen.Figures != figures {
		t.Errorf("the browser shows %d drawings, the notebook has %d", seen.Figures, figures)
	}
	if seen.Results == 0 || seen.Headings == 0 {
		t.Errorf("%d results and %d headings, want some", seen.Results, seen.Headings)
	}
	if len(seen.Errors) > 0 {
		t.Errorf("the browser reports %q", seen.Errors)
	}
	if len(seen.Requests) > 0 {
		t.Errorf("the page loads %q", seen.Requests)
	}
}

func read(t *testing.T, path string) *notebook.Notebook {
	t.Helper()
	nb, err := notebook.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

// elapsed is how long a sweep took, the one thing in an output that differs between runs.
var elapsed = regexp.MustCompile(`( points, )[0-9.]+ s`)

// launchBar is the bar of a launch, which is shown where it takes long.
var launchBar = regexp.MustCompile(` of [0-9,]+ blocks, [0-9.]+ s`)

// An outputText is one piece of what a cell shows.
type outputText struct {
	Cell, Count int
	Type, MIME  string
	Text        string
}

// isOf reports whether both are pieces of the same kind from the same cell.
func (o outputText) isOf(other outputText) bool {
	other.Text = o.Text
	return o == other
}

// outputs lists all that the cells show, without what two runs do not share. A bar that is
// left out had parted one stream into two, which are joined again.
func outputs(nb *notebook.Notebook) []outputText {
	var all []outputText
	for i, c := range nb.Cells {
		for _, o := range c.Outputs {
			add := func(mime, text string) {
				if o.Type == "display_data" && launchBar.MatchString(text) {
					return
				}
				next := outputText{i + 1, c.Count, o.Type, mime, elapsed.ReplaceAllString(text, "$1")}
				if n := len(all) - 1; n >= 0 && next.Type == "stream" && all[n].isOf(next) {
					all[n].Text += next.Text
					return
				}
				all = append(all, next)
			}
			if o.Data == nil {
				add(o.Name+o.ErrorName, o.Text+o.ErrorValue)
			}
			for _, mime := range slices.Sorted(maps.Keys(o.Data)) {
				text, err := json.Marshal(o.Data[mime])
				if err != nil {
					panic(err)
				}
				add(mime, string(text))
			}
		}
	}
	return all
}

// figures counts the outputs that the page shows as a drawing.
func figures(nb *notebook.Notebook) int {
	n := 0
	for _, c := range nb.Cells {
		for _, o := range c.Outputs {
			if o.Data["image/svg+xml"] != nil && o.Data["text/html"] == nil && o.Data["text/markdown"] == nil {
				n++
			}
		}
	}
	return n
}

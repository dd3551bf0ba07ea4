package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	notebook "warpbook.dev/notebooks"
)

// small is run where the repository has no notebooks yet, and beside them.
const small = `{
 "cells": [
  {"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# A notebook\n\nWith $x_i \\le 2^n$."},
  {"cell_type": "code", "execution_count": null, "id": "b", "metadata": {}, "outputs": [], "source": "def square(v):\n    return v * v\nprint('squares')"},
  {"cell_type": "code", "execution_count": null, "id": "c", "metadata": {}, "outputs": [], "source": "[square(v) for v in range(4)]"},
  {"cell_type": "code", "execution_count": null, "id": "d", "metadata": {}, "outputs": [], "source": "plot([1, 2, 3], [square(v) for v in [1, 2, 3]], label=\"squares\")"}
 ],
 "metadata": {"kernelspec": {"display_name": "Warpbook", "language": "starlark", "name": "warpbook"}}, "nbformat": 4, "nbformat_minor": 5
}`

// notebookFiles are the notebooks that the repository shows, copied to dir.
func notebookFiles(t *testing.T, dir string) []string {
	t.Helper()
	sources, err := filepath.Glob("../../notebooks/*.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	files := []string{filepath.Join(dir, "small.ipynb")}
	write(t, files[0], []byte(small))
	for _, source := range sources {
		data, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, filepath.Base(source))
		write(t, file, data)
		files = append(files, file)
	}
	return files
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// tool returns the program that the environment variable names.
func tool(t testing.TB, variable, what string) string {
	t.Helper()
	path := os.Getenv(variable)
	if path == "" {
		t.Skipf("needs: %s in %s", what, variable)
	}
	return path
}

// jupyterEnv makes Jupyter and the notebook kernel look below a prefix, and leave the
// user's own files alone.
func jupyterEnv(prefix string) []string {
	return []string{
		"JUPYTER_PATH=" + filepath.Join(prefix, "share", "jupyter"), "JUPYTER_DATA_DIR=" + filepath.Join(prefix, "data"),
		"JUPYTER_PREFER_ENV_PATH=0", "JUPYTER_PLATFORM_DIRS=0",
	}
}

// program builds the command as a user has it: the race detector of the tests
// would make the notebooks ten times slower.
func program(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "warpbook")
	output(t, nil, "go", "build", "-o", path, ".")
	return path
}

// output runs a program with further environment variables; its failure is fatal.
func output(t testing.TB, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Env = append(os.Environ(), env...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	cmd.WaitDelay = 10 * time.Second
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, stderr.String())
	}
	return string(out)
}

// runWithNbclient executes a notebook as JupyterLab's tools do, and exports it.
const runWithNbclient = `
import sys, nbformat, nbclient, nbconvert
source, executed, page = sys.argv[1:]
nb = nbformat.read(source, as_version=4)
nbclient.NotebookClient(nb, timeout=300, kernel_name="warpbook").execute()
nbformat.validate(nb)
nbformat.write(nb, executed)
body, _ = nbconvert.HTMLExporter().from_notebook_node(nb)
open(page, "w", encoding="utf-8").write(body)
`

// TestJupyter executes each notebook with nbclient through the installed
// kernelspec and compares what it stored with what `warpbook run` stores.
func TestJupyter(t *testing.T) {
	python := tool(t, "WARPBOOK_PYTHON", "a Python with nbclient and nbconvert")
	dir, warpbook := t.TempDir(), program(t)
	output(t, nil, warpbook, "install", "--prefix", dir)
	env := jupyterEnv(dir)
	for _, file := range notebookFiles(t, dir) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			executed, ours, page := file+".jupyter", file+".warpbook", file+".html"
			output(t, env, python, "-c", runWithNbclient, file, executed, page)
			output(t, nil, warpbook, "run", file, "-o", ours)
			theirs, mine := read(t, executed), read(t, ours)
			if d := cmp.Diff(shapes(theirs), shapes(mine)); d != "" {
				t.Errorf("outputs: -nbclient +warpbook run\n%s", d)
			}
			if d := cmp.Diff(theirs.Metadata["language_info"], mine.Metadata["language_info"]); d != "" {
				t.Errorf("language_info: -nbclient +warpbook run\n%s", d)
			}
			if html, err := os.ReadFile(page); err != nil || !strings.Contains(string(html), "jp-OutputArea") {
				t.Errorf("nbconvert's page has %d bytes and no outputs, %v", len(html), err)
			}
			// nbformat reads what we wrote, and would write the same bytes.
			const same = "import sys, nbformat; nb = nbformat.read(sys.argv[1], as_version=4); nbformat.validate(nb); assert nbformat.writes(nb) + '\\n' == open(sys.argv[1], encoding='utf-8', newline='').read()"
			output(t, nil, python, "-c", same, ours)
		})
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

// shapes describes each output by what two runs share: the types, not the
// pictures and times in them.
func shapes(nb *notebook.Notebook) []string {
	var s []string
	for i, c := range nb.Cells {
		for _, o := range c.Outputs {
			kinds := slices.Sorted(maps.Keys(o.Data))
			s = append(s, fmt.Sprintf("cell %d, In [%d]: %s %s%s %v", i+1, c.Count, o.Type, o.Name, o.ErrorName, kinds))
		}
	}
	return s
}

// chromiumFlags make the browser start without a desktop, quietly and offline.
var chromiumFlags = []string{
	"--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
	"--disable-default-apps", "--disable-extensions", "--disable-sync", "--metrics-recording-only", "--disable-dev-shm-usage", "--mute-audio",
	"--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=5000",
}

// network matches what would make a browser ask another machine.
var network = regexp.MustCompile(`(?i)<(?:script|link|iframe|object|embed)\b|\b(?:src|srcset|data|poster|xlink:href)\s*=\s*["'](?:https?:)?//|url\(\s*["']?(?:https?:)?//|@import`)

// TestBrowser opens the page of each notebook in a browser.
func TestBrowser(t *testing.T) {
	chromium := tool(t, "WARPBOOK_CHROMIUM", "Chromium")
	dir, warpbook := t.TempDir(), program(t)
	for _, file := range notebookFiles(t, dir) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			page, executed := file+".html", file+".out"
			output(t, nil, warpbook, "run", file, "-o", executed, "--html", page)
			profile := "--user-data-dir=" + filepath.Join(t.TempDir(), "profile")
			dom := output(t, nil, chromium, append(chromiumFlags, profile, "--dump-dom", "file://"+page)...)
			if ref := network.FindString(dom); ref != "" {
				t.Errorf("the page loads something: %s", ref)
			}
			if got, want := strings.Count(dom, `<figure class="picture"><svg`), figures(read(t, executed)); got != want || want == 0 {
				t.Errorf("the browser shows %d drawings, the notebook has %d, want the same and at least one", got, want)
			}
			if !strings.Contains(dom, `class="prompt">Out&nbsp;[`) || !strings.Contains(dom, "<h1 id=") {
				t.Errorf("no result or no heading in\n%s", dom)
			}
		})
	}
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

// historyOverRestarts executes cells in two kernels, one after the other, and prints
// what the second one knows of both.
const historyOverRestarts = `
from jupyter_client.manager import start_new_kernel
def run(*cells, **query):
    manager, client = start_new_kernel(kernel_name="warpbook")
    for code, store in cells:
        client.execute_interactive(code, store_history=store, timeout=30, output_hook=lambda message: None)
    rows = client.history(reply=True, timeout=30, **query)["content"]["history"] if query else []
    client.shutdown(reply=True, timeout=30)
    manager.cleanup_resources()
    return rows
run(("x = 6", True), ("y = 1", False), ("x * 7", True), raw=True, output=False, hist_access_type="tail", n=1)
print(run(("x = 2", True), raw=True, output=True, hist_access_type="tail", n=10))
print(run(("1", False), raw=True, output=False, hist_access_type="range", session=-1, start=1, stop=9))
`

// TestHistoryLasts: Jupyter finds the cells of earlier kernels in a later one.
func TestHistoryLasts(t *testing.T) {
	python := tool(t, "WARPBOOK_PYTHON", "a Python with jupyter_client")
	dir, warpbook := t.TempDir(), program(t)
	output(t, nil, warpbook, "install", "--prefix", dir)
	got := output(t, jupyterEnv(dir), python, "-c", historyOverRestarts)
	want := "[[1, 1, ['x = 6', '']], [1, 2, ['x * 7', '42']], [2, 1, ['x = 2', '']]]\n[[2, 1, 'x = 2']]\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

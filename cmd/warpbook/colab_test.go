package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/internal/tier"
	notebook "warpbook.dev/notebooks"
)

// colabScripts are scripts of kernel/lib/testdata/nvcc4jupyter. They have each way in which a notebook of Colab holds its programs:
// %%cu, %%writefile with nvcc and profilers, bash, files, pipes, faults, cells for Python. None of them asks for input.
var colabScripts = []string{
	"02_old_plugin", "04_writefile_and_nvcc", "07_timeit_and_profile", "09_compile_error", "10_failing_program", "11_colab_shell",
	"13_profilers", "14_race_found", "18_files", "26_python_around", "27_pipes", "31_here_and_there",
}

// colabNotebook is a notebook with the cells of the scripts and the metadata that Colab writes.
func colabNotebook(t *testing.T) *notebook.Notebook {
	t.Helper()
	nb := &notebook.Notebook{Metadata: map[string]any{
		"accelerator":   "GPU",
		"colab":         map[string]any{"name": "colab.ipynb", "provenance": []any{}, "gpuType": "T4"},
		"kernelspec":    map[string]any{"name": "python3", "display_name": "Python 3"},
		"language_info": map[string]any{"name": "python"},
	}}
	for _, name := range colabScripts {
		nb.Cells = append(nb.Cells, &notebook.Cell{Type: notebook.Markdown, Source: "## " + name, Metadata: map[string]any{}})
		script := contents(t, filepath.Join("../../kernel/lib/testdata/nvcc4jupyter", name+".txt"))
		for _, source := range splitCells(string(script)) {
			nb.Cells = append(nb.Cells, &notebook.Cell{Type: notebook.Code, Source: strings.TrimSuffix(source, "\n"), Metadata: map[string]any{}})
		}
	}
	return nb
}

// TestColabInLab: a notebook of Colab's metadata opens in JupyterLab, Warpbook is chosen in place of Python's kernel, and "Run All"
// reaches every cell (testdata/colab.py). `warpbook run` of the same notebook has the same outputs, and `warpbook html`
// makes a page of what JupyterLab has saved.
func TestColabInLab(t *testing.T) {
	tier.Long(t)
	python := tool(t, "WARPBOOK_PYTHON", "a Python with jupyterlab and playwright")
	chromium := tool(t, "WARPBOOK_CHROMIUM", "Chromium")
	warpbook, env := installed(t)
	dir := t.TempDir()
	source, saved, ran := filepath.Join(dir, "colab.ipynb"), filepath.Join(t.TempDir(), "saved.ipynb"), filepath.Join(t.TempDir(), "out.ipynb")
	if err := notebook.WriteFile(source, colabNotebook(t)); err != nil {
		t.Fatal(err)
	}
	output(t, onPath(env, python), python, "testdata/colab.py", warpbook, chromium, artefact(t, ""), source, saved)
	output(t, nil, warpbook, "run", source, "-o", ran)

	theirs, ours := read(t, saved), read(t, ran)
	theirs.Slim() // JupyterLab stores all that the kernel sends
	if d := cmp.Diff(outputs(theirs), outputs(ours)); d != "" {
		t.Errorf("outputs: -JupyterLab +warpbook run\n%.4000s", d)
	}
	for who, nb := range map[string]*notebook.Notebook{"JupyterLab": theirs, "warpbook run": ours} {
		if nb.Language() != "starlark" {
			t.Errorf("%s saves a notebook in %q, want starlark", who, nb.Language())
		}
		code := slices.DeleteFunc(slices.Clone(nb.Cells), func(c *notebook.Cell) bool { return c.Type != notebook.Code })
		for i, c := range code {
			if c.Count != i+1 {
				t.Errorf("%s: code cell %d has the number %d: it did not run in its turn", who, i+1, c.Count)
			}
		}
	}

	page := string(contents(t, strings.TrimSpace(output(t, nil, warpbook, "html", saved))))
	for _, c := range theirs.Cells {
		if c.Type == notebook.Markdown && !strings.Contains(page, c.Source[len("## "):]) {
			t.Errorf("the page lacks the heading %q", c.Source)
		}
	}
	for _, want := range []string{"128 threads: c[999] = 2997.0", "NVPROF is profiling process 1", "from a here-document",
		"Tesla T4 (modelled)"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(page, `class="output error"`) {
		t.Error("the page shows an error")
	}
}

// TestColabAloneInLab: where no kernel of Python is there, JupyterLab starts Warpbook for a notebook of Colab without a question
// (testdata/colabalone.py), which is what the extension of JupyterLab does.
func TestColabAloneInLab(t *testing.T) {
	python := tool(t, "WARPBOOK_PYTHON", "a Python with jupyterlab and playwright")
	chromium := tool(t, "WARPBOOK_CHROMIUM", "Chromium")
	warpbook, env := installed(t)
	output(t, onPath(env, python), python, "testdata/colabalone.py", warpbook, chromium, artefact(t, ""))
}

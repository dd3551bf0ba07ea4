package assignments

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	notebook "warpbook.dev/notebooks"
	"warpbook.dev/notebooks/grading"
)

var update = flag.Bool("update", false, "make release/ anew from source/")

// TestRelease: what students get is made of the sources, and holds nothing of the solutions.
func TestRelease(t *testing.T) {
	sources, err := filepath.Glob("source/*/*.ipynb")
	if err != nil || len(sources) < 6 {
		t.Fatalf("%d assignments, %v", len(sources), err)
	}
	for _, source := range sources {
		name := strings.TrimSuffix(filepath.Base(source), ".ipynb")
		t.Run(name, func(t *testing.T) {
			if filepath.Base(filepath.Dir(source)) != name {
				t.Errorf("nbgrader wants %s in a folder of its name", source)
			}
			nb, err := notebook.ReadFile(source)
			if err != nil {
				t.Fatal(err)
			}
			released, err := notebook.ReadFile(source)
			if err == nil {
				err = grading.Release(released)
			}
			if err != nil {
				t.Fatal(err)
			}
			checkMarks(t, nb, released)
			file := filepath.Join("release", name, name+".ipynb")
			if *update {
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := notebook.WriteFile(file, released); err != nil {
					t.Fatal(err)
				}
			}
			got, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(notebook.Format(released)), string(got)); d != "" {
				t.Errorf("-made of the source +%s (go test ./notebooks/assignments -update)\n%s", file, d)
			}
		})
	}
}

// checkMarks: every cell of code has a role and an id of its own, there is something to solve, to
// test and to hide, and nothing that was hidden is left.
func checkMarks(t *testing.T, source, released *notebook.Notebook) {
	ids, roles := map[string]bool{}, map[string]int{}
	hidden := 0
	for i, c := range source.Cells {
		m, _ := c.Metadata["nbgrader"].(map[string]any)
		if m == nil {
			if c.Type == notebook.Code {
				t.Errorf("the cell %s has no role", c.ID)
			}
			continue
		}
		if id := m["grade_id"].(string); ids[id] {
			t.Errorf("two cells have the id %s", id)
		} else {
			ids[id] = true
		}
		for _, role := range []string{"grade", "solution", "locked"} {
			if m[role] == true {
				roles[role]++
			}
		}
		if m["solution"] == true && released.Cells[i].Source == c.Source {
			t.Errorf("the solution %s is what students get", c.ID)
		}
		if m["grade"] == true && m["locked"] == true && !strings.Contains(c.Source, "\ngrade(") {
			t.Errorf("the tests %s do not end with grade", c.ID)
		}
		hidden += strings.Count(c.Source, "BEGIN HIDDEN TESTS")
		if text := released.Cells[i].Source; strings.Contains(text, "BEGIN ") || strings.Contains(text, "END ") {
			t.Errorf("a mark is left in %s", c.ID)
		}
	}
	for _, role := range []string{"grade", "solution", "locked"} {
		if roles[role] == 0 {
			t.Errorf("no cell is marked as %s", role)
		}
	}
	if hidden == 0 {
		t.Error("no tests are hidden")
	}
}

// asNbgrader prints what nbgrader's own steps make of each notebook, with our settings.
const asNbgrader = `
import json, sys
import nbformat
from nbgrader.converters.generate_assignment import GenerateAssignment
from nbgrader.preprocessors import IncludeHeaderFooter, InstantiateTests, SaveCells
from traitlets.config.loader import PyFileConfigLoader
config = PyFileConfigLoader("nbgrader_config.py", path=".").load_config()
made = {}
for file in sys.argv[1:]:
    notebook, resources = nbformat.read(file, as_version=4), {}
    for step in GenerateAssignment.preprocessors.default_args[0]:
        if step not in (IncludeHeaderFooter, InstantiateTests, SaveCells):  # they need a course and its gradebook
            notebook, resources = step(config=config).preprocess(notebook, resources)
    made[file] = nbformat.writes(notebook) + "\n"
print(json.dumps(made))
`

// TestReleaseAsNbgrader: nbgrader makes the same of the sources, to the byte.
func TestReleaseAsNbgrader(t *testing.T) {
	python := os.Getenv("WARPBOOK_NBGRADER_PYTHON")
	if python == "" {
		t.Skip("needs: a Python with nbgrader in WARPBOOK_NBGRADER_PYTHON")
	}
	sources, err := filepath.Glob("source/*/*.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	var stderr strings.Builder
	cmd := exec.CommandContext(t.Context(), python, append([]string{"-c", asNbgrader}, sources...)...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	made := map[string]string{}
	if err := json.Unmarshal(out, &made); err != nil {
		t.Fatal(err)
	}
	for _, source := range sources {
		ours, err := os.ReadFile(strings.Replace(source, "source", "release", 1))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(made[source], string(ours)); d != "" {
			t.Errorf("%s: -nbgrader +release\n%s", source, d)
		}
	}
}

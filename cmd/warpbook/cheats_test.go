package main

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"warpbook.dev/internal/tier"
	notebook "warpbook.dev/notebooks"
	"warpbook.dev/notebooks/grading"
)

const cheatsFolder = "../../notebooks/assignments/testdata/cheats"

// TestCheats: none of the ways to cheat in an assignment has more than half of its points. There are twenty or more for each. A
// check tries some of those of one assignment.
func TestCheats(t *testing.T) {
	tier.Check(t)
	warpbook := program(t)
	tables, err := filepath.Glob(filepath.Join(cheatsFolder, "0*.txtar"))
	if err != nil || len(tables) != 8 {
		t.Fatalf("%d tables, %v", len(tables), err)
	}
	every := cheatsOf(t, filepath.Join(cheatsFolder, "every.txtar"))
	for _, table := range tier.Sample(t, tables, 1) {
		name := strings.TrimSuffix(filepath.Base(table), ".txtar")
		t.Run(name, func(t *testing.T) {
			own := cheatsOf(t, table)
			base := own["base"]
			if n := len(own) - 1 + len(every); n < 20 || len(own) < 11 {
				t.Errorf("%d ways to cheat, %d of them the assignment's own", n, len(own)-1)
			}
			dir := t.TempDir()
			hand := func(student string, cells map[string]string) {
				nb := read(t, filepath.Join("../../notebooks/assignments/release", name, name+".ipynb"))
				cheat(t, nb, base, cells)
				submit(t, dir, student, name, nb)
			}
			for student, cells := range every {
				own["every-"+student] = cells
			}
			for _, student := range tier.Sample(t, slices.Sorted(maps.Keys(own)), 8) {
				hand(student, own[student])
			}
			source := filepath.Join("../../notebooks/assignments/source", name, name+".ipynb")
			report := filepath.Join(t.TempDir(), "class.json")
			output(t, nil, warpbook, "grade", "--timeout", "30m", "--notebook-timeout", "1h", "--source", source, "--json", report, dir)
			for _, s := range readClass(t, report).Submissions {
				most := 0.0
				for _, c := range s.Cells {
					if !c.Manual {
						most += c.Max
					}
				}
				t.Logf("%s: %g of %g", s.Student, s.Score, most)
				if s.Status != grading.Graded || s.Score > most/2 {
					t.Errorf("%s: %s, %g of %g points", s.Student, s.Status, s.Score, most)
				}
			}
		})
	}
}

func cheatsOf(t *testing.T, path string) map[string]map[string]string {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return byStudent(archive)
}

// cheat makes a notebook what a student hands in: see testdata/cheats/every.txtar.
func cheat(t *testing.T, nb *notebook.Notebook, base, cells map[string]string) {
	t.Helper()
	added := func(text string) *notebook.Cell {
		return &notebook.Cell{Type: notebook.Code, Source: strings.TrimSuffix(text, "\n"), Metadata: map[string]any{}}
	}
	answers := map[string]string{}
	for cell, text := range base {
		answers[cell] = text
	}
	var list []*notebook.Cell
	for _, c := range nb.Cells {
		mark, _ := c.Metadata["nbgrader"].(map[string]any)
		if mark["grade"] != true || mark["solution"] == true {
			list = append(list, c)
			continue
		}
		for where, text := range cells {
			switch where {
			case "before":
				list = append(list, added(text))
			case "tests":
				c.Source = strings.TrimSuffix(text, "\n")
			case "markdown":
				c.Type, c.Outputs = notebook.Markdown, nil
			case "marks":
				mark["points"], c.Metadata["tags"] = 1000, []any{"skip-execution"}
			}
		}
		if _, missing := cells["missing"]; !missing {
			list = append(list, c)
		}
	}
	for where, text := range cells {
		switch {
		case where == "first":
			list = slices.Insert(list, 0, added(text))
		case slices.Contains([]string{"before", "tests", "missing", "markdown", "marks"}, where):
		default:
			answers[where] = text
		}
	}
	nb.Cells = list
	fillIn(t, nb, answers)
}

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"warpbook.dev/internal/tier"
	notebook "warpbook.dev/notebooks"
	"warpbook.dev/notebooks/grading"
)

// TestAssignments grades answers to each assignment: its own solution gets all points, what
// students are given gets none, and right, half right and wrong answers of testdata/answers get what
// they are worth. A check grades the answers to one of them.
func TestAssignments(t *testing.T) {
	tier.Check(t)
	warpbook := program(t)
	sources, err := filepath.Glob("../../notebooks/assignments/source/*/*.ipynb")
	if err != nil || len(sources) == 0 {
		t.Fatal("no assignments", err)
	}
	for _, source := range tier.Sample(t, sources, 1) {
		name := strings.TrimSuffix(filepath.Base(source), ".ipynb")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			want := map[string]string{"the-solution": "all", "as-handed-out": "none"}
			submit(t, dir, "the-solution", name, read(t, source))
			release := filepath.Join("../../notebooks/assignments/release", name, name+".ipynb")
			submit(t, dir, "as-handed-out", name, read(t, release))
			answers, err := txtar.ParseFile(filepath.Join("testdata/answers", name+".txtar"))
			if err != nil {
				t.Fatal(err)
			}
			for student, cells := range byStudent(answers) {
				nb := read(t, release)
				want[student] = strings.TrimSpace(cells["points"])
				delete(cells, "points")
				fillIn(t, nb, cells)
				submit(t, dir, student, name, nb)
			}
			report := filepath.Join(t.TempDir(), "class.json")
			output(t, nil, warpbook, "grade", "--jobs", "1", "--timeout", "30m", "--source", source, "--json", report, dir)
			if d := cmp.Diff(want, points(t, report)); d != "" {
				t.Errorf("points: -want +got\n%s\n%s", d, failures(t, report))
			}
		})
	}
}

// TestOddAnswers: of the answers that TestAssignments grades twenty or more, and two or more of each assignment, have all points. They are
// right and written as few people would: with templates, macros, lambdas, pointers that walk, two buffers, other shapes of blocks.
func TestOddAnswers(t *testing.T) {
	sources, err := filepath.Glob("../../notebooks/assignments/source/*/*.ipynb")
	if err != nil || len(sources) == 0 {
		t.Fatal("no assignments", err)
	}
	all := 0
	for _, source := range sources {
		name := strings.TrimSuffix(filepath.Base(source), ".ipynb")
		var most []string
		for _, c := range read(t, source).Cells {
			if mark, _ := c.Metadata["nbgrader"].(map[string]any); mark["grade"] == true && mark["solution"] != true {
				most = append(most, fmt.Sprintf("%s %v", c.ID, mark["points"]))
			}
		}
		answers, err := txtar.ParseFile(filepath.Join("testdata/answers", name+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		right := 0
		for _, cells := range byStudent(answers) {
			if strings.TrimSpace(cells["points"]) == strings.Join(most, ", ") {
				right++
			}
		}
		t.Logf("%s: %d", name, right)
		if all += right; right < 2 {
			t.Errorf("%s: %d answers have all points (%s), want two or more", name, right, strings.Join(most, ", "))
		}
	}
	if all < 20 {
		t.Errorf("%d answers have all points, want twenty or more", all)
	}
}

// byStudent sorts the files of an archive, STUDENT/CELL.
func byStudent(a *txtar.Archive) map[string]map[string]string {
	students := map[string]map[string]string{}
	for _, f := range a.Files {
		student, cell, _ := strings.Cut(f.Name, "/")
		if students[student] == nil {
			students[student] = map[string]string{}
		}
		students[student][cell] = string(f.Data)
	}
	return students
}

// fillIn writes texts into the cells that are to be answered.
func fillIn(t *testing.T, nb *notebook.Notebook, texts map[string]string) {
	t.Helper()
	for _, c := range nb.Cells {
		if text, ok := texts[c.ID]; ok {
			c.Source = strings.TrimSuffix(text, "\n")
			delete(texts, c.ID)
		}
	}
	if len(texts) > 0 {
		t.Fatalf("no cells %v", slices.Sorted(maps.Keys(texts)))
	}
}

func submit(t *testing.T, dir, student, name string, nb *notebook.Notebook) {
	t.Helper()
	dir = filepath.Join(dir, student, name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := notebook.WriteFile(filepath.Join(dir, name+".ipynb"), nb); err != nil {
		t.Fatal(err)
	}
}

func readClass(t *testing.T, report string) (c grading.Class) {
	t.Helper()
	data, err := os.ReadFile(report)
	if err == nil {
		err = json.Unmarshal(data, &c)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// points are the points of each student's graded cells as a text; "all" and "none" if it is so.
func points(t *testing.T, report string) map[string]string {
	t.Helper()
	got := map[string]string{}
	for _, s := range readClass(t, report).Submissions {
		var cells []string
		sum, most := 0.0, 0.0
		for _, c := range s.Cells {
			if c.Status == grading.ByHand || c.Status == grading.NotAnswered && c.Max > 0 && len(c.Tests) == 0 && c.Fault == nil {
				continue
			}
			cells = append(cells, fmt.Sprintf("%s %g", c.ID, c.Points))
			sum, most = sum+c.Points, most+c.Max
		}
		got[s.Student] = strings.Join(cells, ", ")
		switch {
		case s.Student == "the-solution" && sum == most && most > 0:
			got[s.Student] = "all"
		case s.Student == "as-handed-out" && sum == 0:
			got[s.Student] = "none"
		}
	}
	return got
}

// failures lists the tests that failed, with what they say.
func failures(t *testing.T, report string) string {
	t.Helper()
	var b strings.Builder
	for _, s := range readClass(t, report).Submissions {
		for _, f := range s.Faults {
			fmt.Fprintf(&b, "%s, %s: %s: %s\n", s.Student, f.Cell, f.Name, f.Message)
		}
		for _, c := range s.Cells {
			for _, test := range c.Tests {
				if message, _, _ := strings.Cut(test.Message, "\n"); test.Points < test.Max {
					fmt.Fprintf(&b, "%s, %s, %s: %s\n", s.Student, c.ID, test.What, message)
				}
			}
		}
	}
	return b.String()
}

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/internal/tier"
	"warpbook.dev/notebooks/grading"
)

// TestNbgrader takes an assignment through real nbgrader, from its source to the gradebook: the
// points are as they should be, and warpbook grade gives the same.
func TestNbgrader(t *testing.T) {
	t.Parallel()
	python := tool(t, "WARPBOOK_NBGRADER_PYTHON", "a Python with nbgrader")
	endless := tier.Pick(false, false, true) // a minute for nbgrader and one for us
	answers := submitted(t, endless)
	script, err := filepath.Abs("testdata/nbgrader/course.py")
	if err != nil {
		t.Fatal(err)
	}
	warpbook, env := installed(t)
	dir := t.TempDir()
	course := filepath.Join(dir, "course")
	source := filepath.Join(course, "source", "small", "small.ipynb")
	if err := os.MkdirAll(filepath.Dir(source), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, source, contents(t, "testdata/nbgrader/source.ipynb"))
	config := string(contents(t, "../../notebooks/assignments/nbgrader_config.py")) + "\nc.Execute.timeout = 60\n"
	write(t, filepath.Join(course, "nbgrader_config.py"), []byte(config))

	lines := strings.Split(strings.TrimSpace(output(t, onPath(env, python), python, script, course, answers)), "\n")
	var got map[string]map[string]*float64
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &got); err != nil {
		t.Fatalf("%v: %s", err, lines)
	}
	points := func(x float64) *float64 { return &x }
	want := map[string]map[string]*float64{
		"right":    {"test-transposes": points(3), "test-blocks": points(4), "why": nil},
		"half":     {"test-transposes": points(0), "test-blocks": points(2), "why": nil}, // a hidden test, and a part
		"wrong":    {"test-transposes": points(0), "test-blocks": points(0), "why": points(0)},
		"endless":  {"test-transposes": points(3), "test-blocks": points(0), "why": points(0)},
		"empty":    {"test-transposes": points(0), "test-blocks": points(0), "why": points(0)},
		"cheating": {"test-transposes": points(0), "test-blocks": points(2), "why": nil},
	}
	if !endless {
		delete(want, "endless")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("nbgrader's gradebook (-want +got):\n%s", diff)
	}

	spied(t, course)
	unscripted(t, filepath.Join(course, "feedback", "cheating", "small", "small.html"))
	unscripted(t, filepath.Join(course, "formgrade", "cheating", "small.html"))

	report := filepath.Join(dir, "class.json")
	output(t, nil, warpbook, "grade", "--source", source, "--timeout", "60s", "--json", report, filepath.Join(course, "submitted"))
	var class grading.Class
	if err := json.Unmarshal(contents(t, report), &class); err != nil {
		t.Fatal(err)
	}
	ours := map[string]map[string]*float64{}
	for _, s := range class.Submissions {
		ours[s.Student] = map[string]*float64{}
		for _, c := range s.Cells {
			ours[s.Student][c.ID] = points(c.Points)
			if c.Status == grading.ByHand {
				ours[s.Student][c.ID] = nil
			}
		}
	}
	if diff := cmp.Diff(got, ours); diff != "" {
		t.Errorf("nbgrader and warpbook grade (-nbgrader +warpbook):\n%s", diff)
	}
}

// spied looks at what a student's program has of the notebook with the hidden tests beside it, and at what it has left.
func spied(t *testing.T, course string) {
	t.Helper()
	graded := filepath.Join(course, "autograded", "cheating", "small")
	if nb := string(contents(t, filepath.Join(graded, "small.ipynb"))); !strings.Contains(nb, `spied 0 0\n`) ||
		!strings.Contains(nb, "BEGIN HIDDEN TESTS") {
		t.Errorf("a program reaches the notebook beside it:\n%s", nb)
	}
	for folder, want := range map[string][]string{
		graded: {"small.ipynb", "submission_secret.txt", "timestamp.txt", "warpbook.files"},
		filepath.Join(course, "feedback", "cheating", "small"): {"small.html", "submission_secret.txt", "timestamp.txt"},
	} {
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, e := range entries {
			names = append(names, e.Name())
		}
		if diff := cmp.Diff(want, names); diff != "" {
			t.Errorf("%s (-want +got):\n%s", folder, diff)
		}
	}
}

// unscripted looks at a page on which nbgrader shows what a student has written and what the student's cells display: as HTML, but
// without what runs or covers the page.
func unscripted(t *testing.T, page string) {
	t.Helper()
	text := string(contents(t, page))
	for _, want := range []string{"&lt;script&gt;console.log('RAN 1')", "<code>a &lt; b</code>", "&lt;script&gt;console.log('RAN 5')",
		`<div style="color: red;">RAN <b>7</b></div>`, `src="data:image/svg+xml;base64,`} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if b := browse(t, page); len(b.Ran) > 0 || !strings.HasSuffix(b.URL, "/small.html") {
		t.Errorf("the page does not stay as it is: %+v", b)
	}
}

// submitted is the file of all answers, or of those that end.
func submitted(t *testing.T, endless bool) string {
	t.Helper()
	var answers map[string]map[string]any
	if err := json.Unmarshal(contents(t, "testdata/nbgrader/answers.json"), &answers); err != nil {
		t.Fatal(err)
	}
	if !endless {
		delete(answers, "endless")
	}
	data, err := json.Marshal(answers)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "answers.json")
	write(t, file, data)
	return file
}

func contents(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

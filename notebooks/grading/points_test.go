package grading

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	notebook "warpbook.dev/notebooks"
)

func result(text string) *notebook.Output {
	return &notebook.Output{Type: notebook.ExecuteResult, Data: map[string]any{"text/plain": text}}
}

// What outputs are worth, as nbgrader's determine_grade and get_partial_grade have it
// (nbgrader 0.9.6, utils.py).
func TestDetermine(t *testing.T) {
	failed := &notebook.Output{Type: notebook.ErrorOutput, ErrorName: "AssertionError"}
	stdout := &notebook.Output{Type: notebook.Stream, Name: "stdout", Text: "3"}
	stderr := &notebook.Output{Type: notebook.Stream, Name: "stderr", Text: "warning"}
	display := &notebook.Output{Type: notebook.DisplayData, Data: map[string]any{"text/plain": "1"}}
	for _, tc := range []struct {
		name    string
		outputs []*notebook.Output
		want    float64
		refused string
	}{
		{"no output", nil, 4, ""},
		{"printed numbers are none", []*notebook.Output{stdout, display}, 4, ""},
		{"an error", []*notebook.Output{stdout, failed}, 0, ""},
		{"a word on stderr", []*notebook.Output{stderr}, 0, ""},
		{"a number", []*notebook.Output{stdout, result("2.5")}, 2.5, ""},
		{"nothing", []*notebook.Output{result("0")}, 0, ""},
		{"blanks", []*notebook.Output{result(" 3\n")}, 3, ""},
		{"digits in groups", []*notebook.Output{result("0_1.5e0")}, 1.5, ""},
		{"the first of them decides", []*notebook.Output{result("1"), failed}, 1, ""},
		{"and here it is the error", []*notebook.Output{failed, result("1")}, 0, ""},
		{"a word", []*notebook.Output{result("True")}, 4, ""},
		{"two numbers", []*notebook.Output{result("(1, 2)")}, 4, ""},
		{"hexadecimal is no float of Python's", []*notebook.Output{result("0x1p1")}, 4, ""},
		{"a negative number", []*notebook.Output{result("-1")}, 4, ""},
		{"no number", []*notebook.Output{result("nan")}, 4, ""},
		{"too many", []*notebook.Output{result("4.5")}, 0, "more than its 4 points"},
		{"by far", []*notebook.Output{result("inf")}, 0, "more than its 4 points"},
		{"a picture", []*notebook.Output{{Type: notebook.ExecuteResult, Data: map[string]any{"image/png": "…"}}}, 0, "has no text"},
	} {
		c := &notebook.Cell{Type: notebook.Code, Outputs: tc.outputs}
		points, ok, err := determine(c, &mark{id: "test", grade: true, points: 4})
		if points != tc.want || !ok || (err == nil) != (tc.refused == "") || err != nil && !strings.Contains(err.Error(), tc.refused) {
			t.Errorf("%s: %v points, %v, %v; want %v %s", tc.name, points, ok, err, tc.want, tc.refused)
		}
	}
}

// The checksum of a cell is nbgrader's: those here were computed by its compute_checksum.
func TestChecksum(t *testing.T) {
	for _, tc := range []struct {
		source, kind string
		k            mark
		want         string
	}{
		{"check(x)", "code", mark{id: "test", grade: true, solution: false, locked: true, points: 3}, "dac85412939438f85ad08f61b1910396"},
		{"YOUR ANSWER HERE", "markdown", mark{id: "why", grade: true, solution: true, locked: false, points: 1.5}, "d9350fa09ac0c58057cfd8043b25944b"},
		{"é = 1\n", "code", mark{id: "x", grade: false, solution: true, locked: false, points: 0}, "d95bd81ea9402fdf79ed1715e95c897d"},
		{"n = 3", "code", mark{id: "setup", grade: false, solution: false, locked: true, points: 0}, "301817ff2f18bc9076fb09a2cb9d05fa"},
	} {
		if got := tc.k.sum(&notebook.Cell{Type: tc.kind, Source: tc.source}); got != tc.want {
			t.Errorf("%q: got %s, want %s", tc.source, got, tc.want)
		}
	}
}

func markedCell(kind, source, id string, flags map[string]any) *notebook.Cell {
	m := map[string]any{"grade_id": id, "schema_version": 3}
	for k, v := range flags {
		m[k] = v
	}
	return &notebook.Cell{Type: kind, Source: source, Metadata: map[string]any{metadataKey: m}}
}

func assignment() *notebook.Notebook {
	return &notebook.Notebook{Metadata: map[string]any{"kernelspec": "warpbook"}, Minor: 5, Cells: []*notebook.Cell{
		{Type: notebook.Markdown, Source: "# A"},
		markedCell(notebook.Code, "n = 3", "setup", map[string]any{"locked": true}),
		markedCell(notebook.Code, "x = 1\n# BEGIN SOLUTION\nx = 2\n# END SOLUTION", "x", map[string]any{"solution": true}),
		markedCell(notebook.Code, "check(x)\n## BEGIN HIDDEN TESTS\ncheck(x > 1)\n## END HIDDEN TESTS\ny", "test",
			map[string]any{"grade": true, "locked": true, "points": 3}),
		markedCell(notebook.Markdown, "Because.", "why", map[string]any{"grade": true, "solution": true, "points": 1}),
		markedCell(notebook.Code, "check(1)", "last", map[string]any{"grade": true, "locked": true, "points": 2}),
	}}
}

// What a student does to cells that are not the student's own is undone, and told.
func TestRestore(t *testing.T) {
	source, err := NewSource(assignment())
	if err != nil {
		t.Fatal(err)
	}
	if source.Max() != 6 {
		t.Errorf("%v points, want 6", source.Max())
	}
	released := func() *notebook.Notebook {
		nb := assignment()
		nb.Cells[2].Source = "x = 1\n  YOUR_CODE_HERE"
		nb.Cells[3].Source = "check(x)\ny"
		nb.Cells[4].Source = "YOUR ANSWER HERE"
		return nb
	}
	type cell struct{ ID, Type, Source string }
	all := func(nb *notebook.Notebook) (list []cell) {
		for _, c := range nb.Cells {
			id := ""
			if k, _ := markOf(c); k != nil {
				id = k.id
			}
			list = append(list, cell{id, c.Type, c.Source})
		}
		return list
	}
	full := assignment().Cells[3].Source
	right := []cell{{"", "markdown", "# A"}, {"setup", "code", "n = 3"}, {"x", "code", "mine"}, {"test", "code", full},
		{"why", "markdown", "my words"}, {"last", "code", "check(1)"}}
	for _, tc := range []struct {
		name  string
		edit  func(nb *notebook.Notebook)
		want  []cell
		notes []string
	}{
		{"nothing", func(nb *notebook.Notebook) {}, right, nil},
		{"a test", func(nb *notebook.Notebook) { nb.Cells[3].Source = "3" }, right, []string{"the cell test was changed; the assignment's is graded"}},
		{"locked cells", func(nb *notebook.Notebook) { nb.Cells[1].Source = "n = 0" }, right, []string{"the cell setup was changed; the assignment's is graded"}},
		{"the type", func(nb *notebook.Notebook) { nb.Cells[3].Type = notebook.Markdown }, right, []string{"the cell test was a markdown cell; it is a code cell again"}},
		{"points", func(nb *notebook.Notebook) { nb.Cells[3].Metadata[metadataKey].(map[string]any)["points"] = 300 }, right, nil},
		{"the mark", func(nb *notebook.Notebook) { nb.Cells[3].Metadata[metadataKey].(map[string]any)["grade"] = false }, right, nil},
		{"tags", func(nb *notebook.Notebook) { nb.Cells[3].Metadata["tags"] = []any{"skip-execution"} }, right, nil},
		{"a copy", func(nb *notebook.Notebook) {
			nb.Cells = append([]*notebook.Cell{markedCell(notebook.Code, "grade(3, of=3)", "test",
				map[string]any{"grade": true, "points": 3})}, nb.Cells...)
		}, append([]cell{{"", "code", "grade(3, of=3)"}}, right...), []string{"the cell test is there more than once; the last one counts"}},
		{"one more", func(nb *notebook.Notebook) {
			nb.Cells = append(nb.Cells, markedCell(notebook.Code, "100", "bonus", map[string]any{"grade": true, "points": 100}))
		}, append(right[:6:6], cell{"", "code", "100"}), []string{"the cell bonus is none of the assignment; it does not count"}},
		{"tests are missing", func(nb *notebook.Notebook) { nb.Cells = nb.Cells[:3] },
			[]cell{right[0], right[1], right[2], right[3], {"why", "markdown", "Because."}, right[5]},
			[]string{"the cell test is missing; it was put back", "the cell why is missing; it was put back",
				"the cell last is missing; it was put back"}},
	} {
		nb := released()
		nb.Cells[2].Source, nb.Cells[4].Source = "mine", "my words"
		tc.edit(nb)
		notes, err := source.Restore(nb)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		if tc.name == "tests are missing" { // an answer is never handed out
			tc.want[4].Source = "YOUR ANSWER HERE"
		}
		if diff := cmp.Diff(tc.want, all(nb)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
		if diff := cmp.Diff(tc.notes, notes); diff != "" {
			t.Errorf("%s: notes (-want +got):\n%s", tc.name, diff)
		}
		for _, c := range nb.Cells {
			if k, _ := markOf(c); k != nil && k.grade && (k.points != source.marks[source.byID[k.id]].points || c.Metadata["tags"] != nil) {
				t.Errorf("%s: %s has %v points and the tags %v", tc.name, k.id, k.points, c.Metadata["tags"])
			}
		}
	}
	// What was handed out is no answer, what was written is one for a person.
	nb := released()
	if _, err := source.Restore(nb); err != nil {
		t.Fatal(err)
	}
	why := *source.marks[3]
	for text, ok := range map[string]bool{"YOUR ANSWER HERE": true, "because": false} {
		nb.Cells[4].Source = text
		if points, graded, _ := determine(nb.Cells[4], &why, source.unanswered(3)...); points != 0 || graded != ok {
			t.Errorf("%q: %v points, graded %v", text, points, graded)
		}
	}
}

func TestSourceWithoutMarks(t *testing.T) {
	for want, nb := range map[string]*notebook.Notebook{
		"no cell is marked":     {Cells: []*notebook.Cell{{Type: notebook.Code}, markedCell(notebook.Code, "", "a", map[string]any{"locked": true})}},
		"is there more than":    {Cells: []*notebook.Cell{markedCell(notebook.Code, "", "a", map[string]any{"grade": true, "points": 1}), markedCell(notebook.Code, "", "a", map[string]any{"grade": true, "points": 1})}},
		"its points are minus":  {Cells: []*notebook.Cell{markedCell(notebook.Code, "", "a", map[string]any{"grade": true, "points": "minus"})}},
		"its points are <nil>,": {Cells: []*notebook.Cell{markedCell(notebook.Code, "", "a", map[string]any{"grade": true})}},
	} {
		if _, err := NewSource(nb); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

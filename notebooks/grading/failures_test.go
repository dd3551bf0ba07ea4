package grading

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	notebook "warpbook.dev/notebooks"
)

// TestFailures: all that failed is told, hidden tests are called so, and a cell that did not compile stands in place of the
// names that it did not define.
func TestFailures(t *testing.T) {
	graded := func(points int) map[string]any {
		return map[string]any{"grade": true, "locked": true, "points": points}
	}
	failed := func(name, value string) notebook.Message {
		return message(notebook.ErrorOutput, map[string]any{"ename": name, "evalue": value, "traceback": []string{}})
	}
	row := func(what string, points, most int, failure string, line int) map[string]any {
		return map[string]any{"what": what, "points": points, "max_score": most, "message": failure, "line": line}
	}
	told := func(rows ...any) notebook.Message {
		return message(notebook.DisplayData, map[string]any{"data": map[string]any{TestType: map[string]any{"tests": rows}}})
	}
	number := func(text string) notebook.Message {
		return message(notebook.ExecuteResult, map[string]any{"execution_count": 1, "data": map[string]any{"text/plain": text}})
	}
	const missing = "name 'copy' is not defined"
	broken := failed("CompileError", "In[1]:3:2: missing \";\"\nIn[1]:4:1: another")
	for _, tc := range []struct {
		name            string
		answer, test    []notebook.Message
		source          string // of the test's cell
		points          int
		line            string
		want            []string
		wantOfWholeCell string // with the assignment's source; "" is the same
	}{
		{"all is right", nil, nil, "check(x)", 3, "3 of 3", nil, ""},
		{"two parts", nil, []notebook.Message{told(row("a", 0, 1, "it is not so", 1), row("b", 1, 1, "", 1), row("c", 0, 1, "ValueError: no\nmore", 1)), number("1")},
			"grade(…)", 3, "1 of 3  test, a: it is not so (and 1 more)", []string{"test, a: it is not so", "test, c: ValueError: no"}, ""},
		{"a hidden part", nil, []notebook.Message{told(row("secret", 0, 3, "it is not so", 2)), number("0")},
			"# BEGIN HIDDEN TESTS\ngrade(…)\n# END HIDDEN TESTS", 3, "0 of 3  test, secret: it is not so (hidden test)",
			[]string{"test, secret: it is not so (hidden test)"}, ""},
		{"hidden parts are not there", nil, []notebook.Message{told(row("a", 8, 8, "", 1)), number("8")}, "grade(…)", 10,
			"8 of 10  test: its tests give 8 of its 10 points; hidden tests, which are not in this notebook, give the others: grade with --source SOURCE.ipynb",
			[]string{"test: its tests give 8 of its 10 points; hidden tests, which are not in this notebook, give the others: grade with --source SOURCE.ipynb"},
			"test: its tests give 8 of its 10 points, so nobody gets all"},
		{"a number", nil, []notebook.Message{number("8")}, "grade(8, of=10)", 10, "8 of 10  test: 8 of 10 points", []string{"test: 8 of 10 points"}, ""},
		{"did not compile", []notebook.Message{broken}, []notebook.Message{failed("NameError", missing)}, "check(copy)", 3,
			"0 of 3  cell answer did not compile: In[1]:3:2: missing \";\"", []string{"cell answer did not compile: In[1]:3:2: missing \";\""}, ""},
		{"did not compile, in parts", []notebook.Message{broken},
			[]notebook.Message{told(row("a", 0, 1, "NameError: "+missing, 1), row("b", 0, 1, "NameError: "+missing, 1), row("c", 0, 1, "it is not so", 1)), number("0")},
			"grade(…)", 3, "0 of 3  cell answer did not compile: In[1]:3:2: missing \";\" (and 1 more)",
			[]string{"cell answer did not compile: In[1]:3:2: missing \";\"", "test, c: it is not so"}, ""},
		{"another error than the name", []notebook.Message{broken}, []notebook.Message{failed("ValueError", "no")}, "check(copy)", 3,
			"0 of 3  test: ValueError: no", []string{"test: ValueError: no"}, ""},
		{"a name, and all compiled", nil, []notebook.Message{failed("NameError", missing)}, "check(copy)", 3,
			"0 of 3  test: NameError: " + missing, []string{"test: NameError: " + missing}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			made := func() *notebook.Notebook {
				return &notebook.Notebook{Minor: 5, Cells: []*notebook.Cell{
					markedCell(notebook.Code, "answer", "answer", map[string]any{"solution": true}),
					markedCell(notebook.Code, tc.source, "test", graded(tc.points)),
				}}
			}
			kernel := scripted{"answer": tc.answer, tc.source: tc.test}
			s, err := Grade(t.Context(), made(), nil, kernel)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tc.want, s.Failures()); d != "" {
				t.Errorf("failures: -want +got\n%s", d)
			}
			if s.Line() != tc.line {
				t.Errorf("line: got %s\nwant %s", s.Line(), tc.line)
			}
			if tc.wantOfWholeCell == "" {
				return
			}
			source, err := NewSource(made())
			if err != nil {
				t.Fatal(err)
			}
			if s, err = Grade(t.Context(), made(), source, kernel); err != nil || s.FirstFailure() != tc.wantOfWholeCell {
				t.Errorf("with a source: got %s, %v; want %s", s.FirstFailure(), err, tc.wantOfWholeCell)
			}
		})
	}
}

package grading

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	notebook "warpbook.dev/notebooks"
)

// scripted is a kernel that says of each cell what it was told to say.
type scripted map[string][]notebook.Message

func (s scripted) Execute(_ context.Context, code string, publish func(notebook.Message)) (notebook.Reply, error) {
	for _, m := range s[code] {
		publish(m)
	}
	return notebook.Reply{Status: "ok", Count: 1}, nil
}

func message(kind string, content any) notebook.Message {
	data, err := json.Marshal(content)
	if err != nil {
		panic(err)
	}
	return notebook.Message{Type: kind, Content: data}
}

// TestHiddenTests: results for Gradescope hide names and failures of what stands between BEGIN and END HIDDEN TESTS, and show
// the others.
func TestHiddenTests(t *testing.T) {
	parts := strings.Join([]string{
		`tests = [("seen", 1, seen), ("called", 1, lambda: helper(3))]`,
		`### BEGIN HIDDEN TESTS`,
		`tests += [("secret", 1, seen), ("seen", 1, lambda: helper(54321))]`,
		`### END HIDDEN TESTS`,
		`grade(tests)`,
	}, "\n")
	whole := "check(seen)\n### BEGIN HIDDEN TESTS\ncheck(secret)\n### END HIDDEN TESTS\nhelper()"
	nb := &notebook.Notebook{Minor: 5, Cells: []*notebook.Cell{
		markedCell(notebook.Code, parts, "parts", map[string]any{"grade": true, "locked": true, "points": 4}),
		markedCell(notebook.Code, whole, "whole", map[string]any{"grade": true, "locked": true, "points": 2}),
	}}
	for _, tc := range []struct {
		line int // of the cell whole, where it fails
		want string
	}{{1, ""}, {3, "hidden"}} {
		told := func(what string, line int) map[string]any {
			return map[string]any{"what": what, "points": 0, "max_score": 1, "message": "it is wrong", "line": line}
		}
		kernel := scripted{
			parts: {
				message(notebook.DisplayData, map[string]any{"data": map[string]any{TestType: map[string]any{
					"tests":  []any{told("seen", 0), told("called", 1), told("secret", 0), told("seen", 3)},
					"faults": []any{map[string]any{"kind": "race", "what": "of 54321 threads"}},
				}}}),
				message(notebook.ExecuteResult, map[string]any{"execution_count": 1, "data": map[string]any{"text/plain": "0"}}),
			},
			whole: {message(notebook.ErrorOutput, map[string]any{"ename": "AssertionError", "evalue": "no",
				"traceback": []string{fmt.Sprintf("Cell In[1], line %d", tc.line)}})},
		}
		s, err := Grade(t.Context(), nb, nil, kernel)
		if err != nil {
			t.Fatal(err)
		}
		data, err := s.Gradescope()
		if err != nil {
			t.Fatal(err)
		}
		var g gradescopeResults
		if err := json.Unmarshal(data, &g); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, x := range g.Tests {
			got = append(got, x.Name+" "+x.Visibility)
		}
		want := "parts: seen , parts: called , parts: secret hidden, parts: seen hidden, whole " + tc.want
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("got %s, want %s", text, want)
		}
		if strings.Contains(g.Output, "54321") {
			t.Errorf("the output has %q", g.Output)
		}
	}
}

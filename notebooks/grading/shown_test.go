package grading

import (
	"strings"
	"testing"

	notebook "warpbook.dev/notebooks"
)

// TestClean: what a terminal obeys and what nobody sees is escaped; words of all languages stay as they are.
func TestClean(t *testing.T) {
	for text, want := range map[string][2]string{
		"a\tb\n":                 {"a\tb\n", "a\tb\\n"},
		"one\r\ntwo\rthree":      {"one\ntwo\\rthree", "one\\r\\ntwo\\rthree"},
		"\x1b[31mred\x1b[0m":     {"red", "red"},
		"\x1b[2J\a\x9b":          {"\\x1b[2J\\a\ufffd", "\\x1b[2J\\a\ufffd"},
		"\u202e\u2028\u200b":     {"\\u202e\\u2028\\u200b", "\\u202e\\u2028\\u200b"},
		"שלום ∑ 日本 é 'x' \u00a0": {"שלום ∑ 日本 é 'x' \u00a0", "שלום ∑ 日本 é 'x' \u00a0"},
	} {
		if got := [2]string{clean(text), printableLine(text)}; got != want {
			t.Errorf("%q: got %+q, want %+q", text, got, want)
		}
	}
}

// TestMostFaults: a notebook of failing cells does not fill the report on the class.
func TestMostFaults(t *testing.T) {
	kernel := scripted{}
	nb := &notebook.Notebook{Minor: 5}
	kernel["wrong"] = []notebook.Message{message(notebook.ErrorOutput, map[string]any{"ename": "E", "evalue": strings.Repeat("x", 9000),
		"traceback": []string{}})}
	for range mostFaults + 50 {
		nb.Cells = append(nb.Cells, &notebook.Cell{Type: notebook.Code, Source: "wrong", Metadata: map[string]any{}})
	}
	nb.Cells = append(nb.Cells, markedCell(notebook.Code, "1", "test", map[string]any{"grade": true, "locked": true, "points": 1}))
	s, err := Grade(t.Context(), nb, nil, kernel)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Faults) != mostFaults || s.Unlisted != 50 || !strings.Contains(strings.Join(s.Notes, "\n"), "50 more errors") {
		t.Errorf("%d faults are listed, %d are not; notes %q", len(s.Faults), s.Unlisted, s.Notes)
	}
	if n := len([]rune(s.Faults[0].Message)); n > longest+1 {
		t.Errorf("a message has %d characters", n)
	}
}

package main

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestProblemMatcher: the pattern for editors in docs/programs.md reads each line of lint.
func TestProblemMatcher(t *testing.T) {
	doc, err := os.ReadFile("../../docs/programs.md")
	if err != nil {
		t.Fatal(err)
	}
	quoted := regexp.MustCompile(`"regexp": (".*")`).FindSubmatch(doc)
	if quoted == nil {
		t.Fatal("docs/programs.md has no pattern")
	}
	text, err := strconv.Unquote(string(quoted[1]))
	if err != nil {
		t.Fatal(err)
	}
	pattern := regexp.MustCompile(text)
	var b strings.Builder
	all := []lintFinding{{"src/a b.cu", 3, 13, "error", "compile", `missing ";": [x]`}, {"c.cu", 1, 1, "warning", "registers", "two\nlines"},
		{"c.cu", 12, 4, "note", "note", "skipped"}, {"c.cu", 2, 1, "error", "shared-memory", "large"}}
	if err := lintText(&b, all); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if len(lines) != len(all) {
		t.Fatalf("%d lines for %d findings:\n%s", len(lines), len(all), b.String())
	}
	for i, f := range all {
		want := []string{f.File, strconv.Itoa(f.Line), strconv.Itoa(f.Col), f.Severity, strings.ReplaceAll(f.Message, "\n", " "), f.Code}
		if got := pattern.FindStringSubmatch(lines[i]); got == nil || strings.Join(got[1:], "|") != strings.Join(want, "|") {
			t.Errorf("%s: got %q, want %q", lines[i], got, want)
		}
	}
}

package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	notebook "warpbook.dev/notebooks"
)

var (
	glossaryRow = regexp.MustCompile(`(?m)^\| \*\*(.+)\*\* \| (.+) \| \[(.+)\]\((.+\.ipynb)\) \|$`)
	sentence    = regexp.MustCompile(`[.?!](?: |$)`)
	heading     = regexp.MustCompile(`(?m)^#+ (?:\d+\. )?(.+)$`)
)

// TestGlossary: the words stand in their order, have at most two sentences, and the lessons have the sections that the page names.
func TestGlossary(t *testing.T) {
	rows := glossaryRow.FindAllStringSubmatch(readFile(t, "glossary.md"), -1)
	if len(rows) < 30 {
		t.Fatalf("%d words, want 30 at least", len(rows))
	}
	headings := map[string][]string{} // by lesson
	last := ""
	for _, r := range rows {
		word, meaning, section, lesson := r[1], r[2], r[3], r[4]
		if word <= last {
			t.Errorf("%s stands behind %s", word, last)
		}
		last = word
		if n := len(sentence.FindAllString(meaning, -1)); n < 1 || n > 2 {
			t.Errorf("%s: %d sentences, want 1 or 2: %s", word, n, meaning)
		}
		if headings[lesson] == nil {
			headings[lesson] = sections(t, lesson)
		}
		if !slices.Contains(headings[lesson], section) {
			t.Errorf("%s: %s has no section %q (it has %s)", word, lesson, section, strings.Join(headings[lesson], "; "))
		}
	}
}

// sections are the headings of a notebook, without their numbers.
func sections(t *testing.T, file string) (all []string) {
	t.Helper()
	nb, err := notebook.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range nb.Cells {
		for _, m := range heading.FindAllStringSubmatch(c.Source, -1) {
			all = append(all, m[1])
		}
	}
	return all
}

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

var (
	headings = regexp.MustCompile(`(?m)^#{1,6} (.+)$`)
	linked   = regexp.MustCompile(`\]\(([^)#:\s]*\.md)?#([^)\s]+)\)`)
)

// anchorsOf are the anchors of a page's headings.
func anchorsOf(text string) map[string]bool {
	all := map[string]bool{}
	for _, m := range headings.FindAllStringSubmatch(text, -1) {
		all[anchor(m[1])] = true
	}
	return all
}

// TestAnchors: a link to a heading, as in a table of contents, leads to a heading that exists.
func TestAnchors(t *testing.T) {
	links := 0
	for _, pattern := range []string{"*.md", "../*.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range linked.FindAllStringSubmatch(string(text), -1) {
				links++
				target := text
				if m[1] != "" {
					if target, err = os.ReadFile(filepath.Join(filepath.Dir(file), m[1])); err != nil {
						t.Errorf("%s: %v", file, err)
						continue
					}
				}
				if !anchorsOf(string(target))[m[2]] {
					t.Errorf("%s: %s leads to no heading", file, m[0])
				}
			}
		}
	}
	if links < 50 {
		t.Errorf("only %d links to headings were found", links)
	}
}

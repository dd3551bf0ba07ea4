package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	notebook "warpbook.dev/notebooks"
)

// TestTutorial: who has only the program has the course: each link of the index leads to a file of the copy, and a second copy
// leaves the work in the first one alone.
func TestTutorial(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "course")
	tutorial := func() string {
		t.Helper()
		var stdout, stderr bytes.Buffer
		if status := run([]string{"tutorial", "--copy", dir}, nil, &stdout, &stderr); status != exitOK {
			t.Fatalf("exit status %d: %s", status, stderr.String())
		}
		return stdout.String()
	}
	tutorial()
	nb, err := notebook.ReadFile(filepath.Join(dir, "00-index.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	links := 0
	for _, c := range nb.Cells {
		if c.Type != notebook.Markdown {
			continue
		}
		for _, m := range regexp.MustCompile(`\]\(([^):#]+)\)`).FindAllStringSubmatch(c.Source, -1) {
			links++
			if _, err := os.Stat(filepath.Join(dir, m[1])); err != nil {
				t.Errorf("a link of the index: %v", err)
			}
		}
	}
	if links < 10 {
		t.Errorf("the index has %d links", links)
	}
	lesson := filepath.Join(dir, "01-transpose.ipynb")
	write(t, lesson, []byte("work"))
	if said := tutorial(); !strings.Contains(said, "not overwritten") || string(contents(t, lesson)) != "work" {
		t.Errorf("a second copy says %q, and the lesson is %.20q", said, contents(t, lesson))
	}
}

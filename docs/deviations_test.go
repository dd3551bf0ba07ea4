package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	deviation = regexp.MustCompile(`(?m)^### (\d+)\. `)
	testName  = regexp.MustCompile("`(Test[A-Za-z0-9_]+)`")
	testFunc  = regexp.MustCompile(`(?m)^func (Test[A-Za-z0-9_]+)\(`)
)

// TestDeviations: every entry of deviations.md has all fields and a number of its own,
// and the tests that hold it exist.
func TestDeviations(t *testing.T) {
	text, err := os.ReadFile("deviations.md")
	if err != nil {
		t.Fatal(err)
	}
	tests := testsOfModule(t)
	starts := deviation.FindAllStringSubmatchIndex(string(text), -1)
	if len(starts) < 12 {
		t.Fatalf("only %d entries", len(starts))
	}
	seen := map[string]bool{}
	for i, at := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		number, entry := string(text[at[2]:at[3]]), string(text[at[0]:end])
		if seen[number] {
			t.Errorf("number %s is given twice", number)
		}
		seen[number] = true
		for _, field := range []string{"Kernel", "Card", "Modelled", "Cause", "Held by"} {
			if !strings.Contains(entry, "\n- "+field+": ") {
				t.Errorf("entry %s has no field %q", number, field)
			}
		}
		for _, name := range testName.FindAllStringSubmatch(entry, -1) {
			if !tests[name[1]] {
				t.Errorf("entry %s names %s, which no file of tests has", number, name[1])
			}
		}
	}
}

// testsOfModule are the names of all test functions.
func testsOfModule(t *testing.T) map[string]bool {
	names := map[string]bool{}
	err := filepath.WalkDir("..", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(name)
		for _, m := range testFunc.FindAllSubmatch(text, -1) {
			names[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

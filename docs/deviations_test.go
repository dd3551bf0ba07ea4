package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	deviation = regexp.MustCompile(`(?m)^### (\d+)\. (.+)$`)
	testName  = regexp.MustCompile("`(Test[A-Za-z0-9_]+)`")
	testFunc  = regexp.MustCompile(`(?m)^func (Test[A-Za-z0-9_]+)\(`)
)

// deviationsPage is the page of the known deviations. Its list lies between two marks.
const (
	deviationsPage = "deviations.md"
	listBegin      = "<!-- list -->\n"
	listEnd        = "<!-- end of list -->\n"
)

// TestDeviationList: the list at the top of deviations.md has all entries by number. -update writes it.
func TestDeviationList(t *testing.T) {
	text, err := os.ReadFile(deviationsPage)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), listBegin)
	old, tail, also := strings.Cut(rest, listEnd)
	if !ok || !also {
		t.Fatalf("%s has no place for the list between %q and %q", deviationsPage, listBegin, listEnd)
	}
	want := deviationList(string(text))
	if *update {
		if err := os.WriteFile(deviationsPage, []byte(head+listBegin+want+listEnd+tail), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if d := cmp.Diff(want, old); d != "" {
		t.Errorf("the list of %s is out of date (-update writes it): -want +got\n%s", deviationsPage, d)
	}
}

// deviationList is a table of the entries of a page, by number.
func deviationList(page string) string {
	entries := deviation.FindAllStringSubmatch(page, -1)
	number := func(entry []string) int {
		n, _ := strconv.Atoi(entry[1]) // digits alone
		return n
	}
	slices.SortFunc(entries, func(a, b []string) int { return number(a) - number(b) })
	b := new(strings.Builder)
	b.WriteString("| number | deviation |\n|---|---|\n")
	for _, e := range entries {
		title := e[1] + ". " + e[2]
		fmt.Fprintf(b, "| %s | [%s](#%s) |\n", e[1], e[2], anchor(title))
	}
	return b.String()
}

// TestDeviations: every entry of deviations.md has all fields and a number of its own,
// and the tests that hold it exist.
func TestDeviations(t *testing.T) {
	text, err := os.ReadFile(deviationsPage)
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
			if !strings.Contains(entry, "\n- "+field+":") {
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

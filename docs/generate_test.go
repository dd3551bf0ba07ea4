package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/kernel/cell"
)

// TestGenerated: the pages say what ?name says.
func TestGenerated(t *testing.T) {
	all, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range all {
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, string(got)); d != "" {
			t.Errorf("%s is out of date: go generate ./docs\n%.2000s", file, d)
		}
	}
}

var link = regexp.MustCompile(`\]\(([^)#:\s]+\.(?:md|ipynb|py))[)#]`)

// TestLinks: what pages refer to is there.
func TestLinks(t *testing.T) {
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".md") {
			continue
		}
		text, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(m[1]); err != nil {
				t.Errorf("%s: %v", f.Name(), err)
			}
		}
	}
}

func TestEntry(t *testing.T) {
	d := cell.ParseDoc("sources(kind=None)\nReturns all *constants*.\nTwo lines.\n\nkind (string, None): only\n  a_b\n\nReturns a table.\n\n    g.sources()\n    g")
	got := entry("gpu.sources", d, "a table")
	want := "\n## `gpu.sources`\n\n```python\ngpu.sources(kind=None)\n```\n\nReturns all \\*constants\\*.\nTwo lines.\n\n" +
		"- `kind` (string, None): only `a_b`\n\nReturns a table.\n\n```python\ng.sources()\ng\n```\n\n```text\na table\n```\n"
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// Words of code in a sentence are code, all else is escaped.
func TestProse(t *testing.T) {
	for text, want := range map[string]string{
		`the time, r.time.`:                   "the time, `r.time`.",
		`as "cg" or None`:                     "as `\"cg\"` or None",
		`plot(s, y="x") and heatmap(s)`:       "`plot(s, y=\"x\")` and `heatmap(s)`",
		`r.report()["Occupancy"] is a table`:  "`r.report()[\"Occupancy\"]` is a table",
		`k.occupancy().shared_steps lists`:    "`k.occupancy().shared_steps` lists",
		`k[grid, block](…) launches`:          "`k[grid, block](…)` launches",
		`is "math and latency" or`:            "is `\"math and latency\"` or",
		`as ?zeros does; ?r.counters`:         "as `?zeros` does; `?r.counters`",
		`cudaMemcpy of a texture<…>`:          "`cudaMemcpy` of a `texture<…>`",
		`a __device__ or *args`:               "a `__device__` or \\*args",
		`from 5.0 on, 2 * n (low, high) < 32`: "from 5.0 on, 2 \\* n (low, high) \\< 32",
	} {
		if got := prose(text); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}

// TestContents: the list of pages has every page of this folder, once.
func TestContents(t *testing.T) {
	files, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	text := contents()
	for _, file := range files {
		if n := strings.Count(text, "]("+file+")"); file != "README.md" && n != 1 {
			t.Errorf("the list has %s %d times", file, n)
		}
	}
}

// What ? shows of a value begins with a verb, as the text of a function does.
func TestValues(t *testing.T) {
	for _, p := range pages {
		for _, v := range p.values {
			if err := cell.ParseDoc("value\n" + v.doc).Check(); err != nil {
				t.Errorf("%s: %v", v.what, err)
			}
		}
	}
}

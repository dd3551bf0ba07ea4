// Package cellscript runs sessions of cells that are written down in files, for tests.
//
// A script is a txtar file. Each section "cell" is executed in one session; the sections after it
// are what it must do. Who runs it decides what these sections are: output, results, errors. A line
// "tier: check" or "tier: long" above the first section names the tier of a script that takes long.
package cellscript

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"warpbook.dev/internal/tier"
)

// A Session executes the cells of one script, one after the other; count is 1 for the first. It
// returns what a cell did.
type Session func(t *testing.T, count int, cell string) []txtar.File

// Run runs every script of testdata as a test of its own, in a session from start. With update it
// writes what the cells did into the scripts.
func Run(t *testing.T, update bool, start func() Session) {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts in testdata: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			script, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			switch comment := string(script.Comment); {
			case strings.Contains(comment, "\ntier: long\n"):
				tier.Long(t)
			case strings.Contains(comment, "\ntier: check\n"):
				tier.Check(t)
			case strings.Contains(comment, "tier:"):
				t.Errorf("no such tier: %s", comment)
			}
			got := replay(t, script, start())
			if update {
				if err := os.WriteFile(file, txtar.Format(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(txtar.Format(script)), string(txtar.Format(got))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// replay executes the cells of a script and returns the script with what they did.
func replay(t *testing.T, script *txtar.Archive, do Session) *txtar.Archive {
	t.Helper()
	got := &txtar.Archive{Comment: script.Comment}
	count := 0
	for _, f := range script.Files {
		if f.Name != "cell" {
			continue
		}
		count++
		got.Files = append(got.Files, f)
		got.Files = append(got.Files, do(t, count, strings.TrimSuffix(string(f.Data), "\n"))...)
	}
	return got
}

// Add appends a section with a text, unless the text is empty.
func Add(files []txtar.File, name, text string) []txtar.File {
	if text == "" {
		return files
	}
	return append(files, txtar.File{Name: name, Data: []byte(strings.TrimRight(text, "\n") + "\n")})
}

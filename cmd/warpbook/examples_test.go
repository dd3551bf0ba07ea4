package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/internal/tier"
)

var update = flag.Bool("update", false, "write what the examples print into notebooks/examples")

// TestExamples: each program of notebooks/examples prints what the file beside it holds. With -short
// it is one of them.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("../../notebooks/examples/*.cu")
	if err != nil || len(files) != 5 {
		t.Fatalf("%d examples, %v; want 5", len(files), err)
	}
	for _, file := range tier.Sample(t, files, tier.Pick(1, len(files), len(files))) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".cu"), func(t *testing.T) {
			t.Parallel()
			var stdout, stderr bytes.Buffer
			if status := run([]string{"exec", file}, nil, &stdout, &stderr); status != exitOK {
				t.Fatalf("exit status %d: %s", status, stderr.String())
			}
			golden := strings.TrimSuffix(file, ".cu") + ".out"
			if *update {
				if err := os.WriteFile(golden, stdout.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), stdout.String()); d != "" {
				t.Errorf("%s prints something else (-update writes it anew):\n%s", file, d)
			}
		})
	}
}

// TestProgramExamples: each whole program of notebooks/examples/programs prints what the file beside it holds, and nothing is wrong
// with it.
func TestProgramExamples(t *testing.T) {
	folder, err := filepath.Abs("../../notebooks/examples/programs")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.cu"))
	if err != nil || len(files) != 3 {
		t.Fatalf("%d programs, %v; want 3", len(files), err)
	}
	t.Chdir(t.TempDir())
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".cu"), func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			if status := run([]string{"run", file}, strings.NewReader(""), &stdout, &stderr); status != exitOK {
				t.Fatalf("exit status %d: %s", status, stderr.String())
			}
			if strings.Contains(stderr.String(), "line ") {
				t.Errorf("something is wrong: %s", stderr.String())
			}
			golden := strings.TrimSuffix(file, ".cu") + ".out"
			if *update {
				if err := os.WriteFile(golden, stdout.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), stdout.String()); d != "" {
				t.Errorf("%s prints something else (-update writes it anew):\n%s", file, d)
			}
		})
	}
}

// TestReadme: README.md has at most 100 lines, and its first cells give the answer that is shown below them.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(text, []byte("\n")); n > 100 {
		t.Errorf("README.md has %d lines", n)
	}
	blocks := strings.Split(string(text), "\n```\n")
	if len(blocks) != 5 {
		t.Fatalf("%d blocks, want two: cells and their answer", len(blocks)/2)
	}
	cells, answer := blocks[1], blocks[3]
	var stdout, stderr bytes.Buffer
	if status := run([]string{"exec", "-"}, strings.NewReader(cells), &stdout, &stderr); status != exitOK {
		t.Errorf("exit status %d: %s", status, stderr.String())
	}
	begin := max(0, strings.Index(stdout.String(), "row_sums takes"))
	if d := cmp.Diff(answer, strings.TrimSpace(stdout.String()[begin:])); d != "" {
		t.Errorf("the cells answer something else than README.md shows:\n%s", d)
	}
}

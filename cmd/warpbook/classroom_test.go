package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"warpbook.dev/internal/tier"
	notebook "warpbook.dev/notebooks"
)

const workflow = "../../docs/testdata/classroom.yml"

// TestClassroomShown: docs/teaching.md shows the workflow that TestClassroom runs.
func TestClassroomShown(t *testing.T) {
	text, err := os.ReadFile(workflow)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/teaching.md")
	if err != nil {
		t.Fatal(err)
	}
	var shown strings.Builder
	for line := range strings.Lines(string(text)) {
		shown.WriteString("    " + line)
	}
	if !strings.Contains(string(page), shown.String()) {
		t.Errorf("docs/teaching.md does not show %s:\n%s", workflow, shown.String())
	}
}

// TestClassroom runs the steps of the workflow in a student's repository, as GitHub does: bash -e for each.
func TestClassroom(t *testing.T) {
	tier.Check(t)
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	warpbook := program(t)
	text, err := os.ReadFile(workflow)
	if err != nil {
		t.Fatal(err)
	}
	var steps []string
	for line := range strings.Lines(string(text)) {
		if step, ok := strings.CutPrefix(strings.TrimSpace(line), "- run: "); ok {
			steps = append(steps, step)
		}
	}
	for _, tc := range []struct{ name, source, want, failed string }{
		{"no sources", "", "", ""},
		{"right", "__global__ void k(float *a) { *a = 1; }\n", "", ""},
		{"wrong", "__global__ void k(float *a) { *a = 1 }\n", "::error file=copy.cu,line=1,col=37,", "lint"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir, paths := t.TempDir(), filepath.Join(t.TempDir(), "paths")
			if err := os.Symlink(warpbook, filepath.Join(dir, "warpbook")); err != nil {
				t.Fatal(err)
			}
			if tc.source != "" {
				if err := os.WriteFile(filepath.Join(dir, "copy.cu"), []byte(tc.source), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			handedOut := read(t, "../../notebooks/assignments/release/01-copy/01-copy.ipynb")
			if err := notebook.WriteFile(filepath.Join(dir, "01-copy.ipynb"), handedOut); err != nil {
				t.Fatal(err)
			}
			failed, printed := "", ""
			for _, step := range steps {
				added, _ := os.ReadFile(paths) // no file is no path yet
				path := strings.TrimSpace(string(added)) + string(os.PathListSeparator) + os.Getenv("PATH")
				cmd := exec.Command(bash, "-e", "-c", step)
				cmd.Dir, cmd.Env = dir, append(os.Environ(), "GITHUB_PATH="+paths, "PATH="+path)
				out, err := cmd.CombinedOutput()
				printed += string(out)
				if err != nil {
					failed = step
					break
				}
			}
			if (failed != "") != (tc.failed != "") || !strings.Contains(failed, tc.failed) || !strings.Contains(printed, tc.want) {
				t.Fatalf("failed at %q, want %q; printed\n%s\nwant %s", failed, tc.failed, printed, tc.want)
			}
			if tc.failed != "" {
				return
			}
			points, err := os.ReadFile(filepath.Join(dir, "points.xml"))
			if err != nil || !strings.Contains(string(points), `<testsuite name="01-copy"`) {
				t.Errorf("points.xml: %v\n%s", err, points)
			}
			if _, err := os.Stat(filepath.Join(dir, "points.html")); err != nil {
				t.Error(err)
			}
		})
	}
}

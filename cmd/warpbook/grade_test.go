package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/internal/bytesize"
	"warpbook.dev/internal/tier"
	notebook "warpbook.dev/notebooks"
	"warpbook.dev/notebooks/grading"
)

// class lays out so many submissions of the small assignment; every third is right, wrong, or
// different from all others.
func class(t testing.TB, dir string, n int) {
	t.Helper()
	source, err := os.ReadFile("testdata/nbgrader/source.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		text := strings.Replace(string(source), "return (n + block - 1) // block",
			[...]string{"return (n + block - 1) // block", "return n // block", fmt.Sprintf("return %d", i)}[i%3], 1)
		text = strings.Replace(text, "n = 64", fmt.Sprintf("n = 64 # %d", i), 1)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("student%03d.ipynb", i)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestGradeGoesOn kills a grader half-way: the next one grades what is left, and all is as if
// nothing had been.
func TestGradeGoesOn(t *testing.T) {
	tier.Check(t)
	warpbook, dir, state := program(t), t.TempDir(), filepath.Join(t.TempDir(), "state")
	const n = 12
	class(t, dir, n)
	args := []string{"grade", "--source", "testdata/nbgrader/source.ipynb", "--jobs", "2", dir}
	whole := output(t, nil, warpbook, args...)

	args = append(args, "--state", state)
	cmd := exec.Command(warpbook, args...)
	progress, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for lines := bufio.NewScanner(progress); seen < n/3 && lines.Scan(); seen++ {
	}
	cmd.Process.Kill()
	if err := cmd.Wait(); err == nil {
		t.Fatal("the grader was ready before it was killed")
	}

	cmd = exec.Command(warpbook, args...)
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	if kept := strings.Count(stderr.String(), "(kept)"); kept < seen || kept == n {
		t.Errorf("%d of %d notebooks were kept, %d were told of before the kill", kept, n, seen)
	}
	if diff := cmp.Diff(whole, stdout.String()); diff != "" {
		t.Errorf("(-at once +in two parts):\n%s", diff)
	}
}

// timedOut executes a cell that ends after a while, or with an interrupt, and returns what it publishes.
// It is called in bubbles of synctest alone.
func timedOut(t *testing.T, takes, limit time.Duration) (said []string) {
	begin := time.Now()
	r := &timed{Runner: sleeper(takes), timeout: limit, whole: 24 * time.Hour}
	reply, err := r.Execute(t.Context(), "", func(m notebook.Message) { said = append(said, string(m.Content)) })
	if err != nil || reply.Count != 1 {
		t.Errorf("a cell of %v: reply %+v, %v", takes, reply, err)
	}
	if took := time.Since(begin); took != min(takes, limit) {
		t.Errorf("a cell of %v with a limit of %v took %v", takes, limit, took)
	}
	return said
}

// A sleeper is a kernel whose cells take so long unless they are interrupted.
type sleeper time.Duration

// Execute implements notebook.Runner; it is called in bubbles of synctest alone.
func (s sleeper) Execute(ctx context.Context, _ string, _ func(notebook.Message)) (notebook.Reply, error) {
	select {
	case <-ctx.Done():
	case <-time.After(time.Duration(s)):
	}
	return notebook.Reply{Count: 1}, nil
}

// TestCellTimeout: a cell has all of its time and no more, and one that took too long says so.
func TestCellTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		if said := timedOut(t, 30*time.Second-1, 30*time.Second); len(said) != 0 {
			t.Errorf("a cell in time says %q", said)
		}
		want := []string{string(grading.TimedOut(30 * time.Second).Content)}
		if d := cmp.Diff(want, timedOut(t, time.Hour, 30*time.Second)); d != "" {
			t.Errorf("a cell that took too long: -want +got\n%s", d)
		}
	})
}

// TestNotebookTimeout: twelve endless cells take the time of the notebook and not twelve times that of a cell.
func TestNotebookTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		r := &timed{Runner: sleeper(time.Hour), timeout: 30 * time.Second, whole: 100 * time.Second}
		var said []string
		for range 12 {
			if _, err := r.Execute(t.Context(), "", func(m notebook.Message) { said = append(said, string(m.Content)) }); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(begin); took != 100*time.Second || len(said) != 12 {
			t.Errorf("twelve endless cells took %v and said %q", took, said)
		}
		for i, text := range said {
			want := "CellTimeoutError"
			if i >= 3 {
				want = "NotebookTimeoutError"
			}
			if !strings.Contains(text, want) {
				t.Errorf("cell %d says %s, want %s", i, text, want)
			}
		}
		quick := &timed{Runner: sleeper(time.Second), timeout: 30 * time.Second, whole: 100 * time.Second}
		for i := range 99 {
			if _, err := quick.Execute(t.Context(), "", func(m notebook.Message) {
				t.Errorf("cell %d of 99 quick ones says %s", i,
					m.Content)
			}); err != nil {
				t.Fatal(err)
			}
		}
	})
}

var (
	gradeClass    = flag.String("class", "", "measure the grading of a class: the assignment `SOURCE.ipynb`")
	gradeStudents = flag.Int("students", 100, "how many submissions -class grades")
)

// BenchmarkGrade grades a class that has handed in the solutions of an assignment, two at a time,
// and reports the most memory that grader and kernels have had together, and their processor time:
//
//	go test ./cmd/warpbook -run '^$' -bench Grade -benchtime 1x -class $PWD/notebooks/assignments/source/04-matmul/04-matmul.ipynb
func BenchmarkGrade(b *testing.B) {
	if *gradeClass == "" {
		b.Skip("no -class")
	}
	source, err := os.ReadFile(*gradeClass)
	if err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	for i := range *gradeStudents {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("student%03d.ipynb", i)), source, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	warpbook := program(b)
	for b.Loop() {
		cmd := exec.Command(warpbook, "grade", "--source", *gradeClass, "--jobs", "2", dir)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		done := make(chan error)
		var cpu time.Duration
		go func() { done <- cmd.Wait() }()
		most := 0.0
		for running := true; running; {
			select {
			case err := <-done:
				if err != nil {
					b.Fatal(err)
				}
				running = false
				cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime() // of its children, too
			case <-time.After(50 * time.Millisecond):
				most = max(most, familyMB(cmd.Process.Pid))
			}
		}
		b.ReportMetric(most, "MB")
		b.ReportMetric(cpu.Seconds(), "cpu-s")
	}
}

// TestClassReport: the report on a class opens in a browser, light and dark, and loads nothing.
func TestClassReport(t *testing.T) {
	python := tool(t, "WARPBOOK_PYTHON", "a Python with playwright")
	chromium := tool(t, "WARPBOOK_CHROMIUM", "Chromium")
	dir := t.TempDir()
	class(t, dir, 6)
	page := filepath.Join(dir, "class.html")
	output(t, nil, program(t), "grade", "--source", "testdata/nbgrader/source.ipynb", "--html", page, dir)
	var seen struct{ Errors, Requests []string }
	if err := json.Unmarshal([]byte(output(t, nil, python, "testdata/page.py", chromium, page, artefact(t, "page-class.html"))),
		&seen); err != nil {
		t.Fatal(err)
	}
	if len(seen.Errors)+len(seen.Requests) > 0 {
		t.Errorf("the browser reports %q, the page loads %q", seen.Errors, seen.Requests)
	}
}

// TestGradingPage: docs/grading.md has the limits of a submission that the command sets.
func TestGradingPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/grading.md")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(string(page)), " ")
	for _, want := range []string{
		fmt.Sprintf("`--files-limit` (%s) bounds what its programs write, in at most %d files.", bytesize.Text(gradeFiles), gradeFilesCount),
		fmt.Sprintf("`--timeout` (%.0f s) is the limit of a cell", gradeTimeout.Seconds()),
		fmt.Sprintf("`--notebook-timeout` (%.0f minutes) is the limit of a notebook, for all its cells together", gradeNotebookTimeout.Minutes()),
		fmt.Sprintf("`--memory-limit` (%s) is the limit of all values of a notebook", bytesize.Text(gradeMemory)),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say: %s", want)
		}
	}
}

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"warpbook.dev"
	notebook "warpbook.dev/notebooks"
	"warpbook.dev/notebooks/grading"
)

// A grader is one run of warpbook grade.
type grader struct {
	call    *call
	source  *grading.Source
	state   *gradeState
	jobs    int
	timeout time.Duration // of a cell
	whole   time.Duration // of all cells of a notebook
	memory  byteSize
	written byteSize          // what the cells of a notebook may write into files
	files   map[string]string // what to write, by flag
}

// gradeMemory is what the values of a notebook may take, so that two at a time stay below 1 GB.
const gradeMemory = 400e6

// What the cells of a notebook may write into files, which are removed when it is graded: bytes, and files.
const (
	gradeFiles      = 50e6
	gradeFilesCount = 100
)

const (
	gradeTimeout         = 30 * time.Second // of a cell: nbgrader's
	gradeNotebookTimeout = 5 * time.Minute
)

// grade gives points to notebooks by nbgrader's rules.
func (c *call) grade(args []string) int {
	flags := c.flags()
	g := &grader{call: c, memory: gradeMemory, written: gradeFiles, files: map[string]string{}}
	source := flags.String("source", "", "take test cells, with hidden tests, from the assignment `SOURCE.ipynb`")
	state := flags.String("state", "", "keep the points of each notebook in `DIR`; notebooks with points there are not run again")
	flags.IntVar(&g.jobs, "jobs", runtime.NumCPU(), "grade `N` notebooks at a time")
	flags.DurationVar(&g.timeout, "timeout", gradeTimeout, "interrupt a cell after `D`, such as 30s")
	flags.DurationVar(&g.whole, "notebook-timeout", gradeNotebookTimeout,
		"run no more cells of a notebook whose cells have taken `D` together")
	flags.Var(&g.memory, "memory-limit", "the `SIZE` of all values of a notebook")
	flags.Var(&g.written, "files-limit", "the `SIZE` of all files that the cells of a notebook write")
	for _, r := range gradeReports {
		flags.Func(r.name, r.usage, func(path string) error { g.files[r.name] = path; return nil })
	}
	paths, status, ok := c.parseMany(flags, args, "NOTEBOOK.ipynb")
	if !ok {
		return status
	}
	switch {
	case g.jobs < 1:
		return c.misuse("--jobs is %d, want 1 or more", g.jobs)
	case g.timeout <= 0:
		return c.misuse("--timeout is %v, want more than 0", g.timeout)
	case g.whole <= 0:
		return c.misuse("--notebook-timeout is %v, want more than 0", g.whole)
	}
	if err := g.prepare(*source, *state); err != nil {
		return c.fail(err)
	}
	submissions, err := findSubmissions(paths, assignmentOf(*source))
	if err != nil {
		return c.fail(err)
	}
	if g.files["gradescope"] != "" && len(submissions) != 1 {
		return c.misuse("--gradescope is for one notebook, got %d: Gradescope grades each submission by itself", len(submissions))
	}
	ctx, stop := c.untilInterrupt()
	defer stop()
	return g.run(ctx, *source, submissions)
}

// prepare reads the source and looks at the places of the reports before anything runs.
func (g *grader) prepare(source, state string) error {
	var text []byte
	if source != "" {
		nb, err := notebook.ReadFile(source)
		if err == nil {
			g.source, err = grading.NewSource(nb)
		}
		if err == nil {
			text, err = os.ReadFile(source)
		}
		if err != nil {
			return fmt.Errorf("--source %s: %w", source, err)
		}
	}
	for _, path := range g.files {
		if err := writable(path); err != nil {
			return err
		}
	}
	if state == "" {
		return nil
	}
	var err error
	g.state, err = openGradeState(state, text, fmt.Sprint(g.timeout, g.whole, int64(g.memory), int64(g.written)))
	return err
}

// run grades all submissions and writes the reports.
func (g *grader) run(ctx context.Context, source string, all []submission) int {
	results := g.all(ctx, all)
	done := 0
	for _, s := range results {
		if s != nil {
			done++
		}
	}
	if ctx.Err() != nil {
		hint := "; with --state they would not be lost"
		if g.state != nil {
			hint = "; the same command goes on with the others"
		}
		return g.call.fail(fmt.Errorf("interrupted: %d of %d notebooks are graded%s", done, len(all), hint))
	}
	class := grading.NewClass(cmp.Or(assignmentOf(source), "assignment"), "warpbook "+warpbook.Version, results)
	table(g.call.stdout, class)
	if err := g.report(class); err != nil {
		return g.call.fail(err)
	}
	if class.Failed > 0 {
		return exitFailed
	}
	return exitOK
}

// assignmentOf is the name of the assignment, after its source; empty if there is none.
func assignmentOf(source string) string {
	if source == "" {
		return ""
	}
	return strings.TrimSuffix(filepath.Base(source), filepath.Ext(source))
}

// all grades the submissions, some of them at a time, and tells of each. Those that an
// interrupt has come before are nil.
func (g *grader) all(ctx context.Context, all []submission) []*grading.Submission {
	results := make([]*grading.Submission, len(all))
	var mu sync.Mutex
	done := 0
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(g.jobs, len(all)) {
		workers.Go(func() {
			for i := range next {
				s, kept := g.one(ctx, all[i])
				if ctx.Err() != nil {
					continue // what was interrupted is no failure of the notebook
				}
				mu.Lock()
				results[i] = s
				done++
				again := ""
				if kept {
					again = "  (kept)"
				}
				fmt.Fprintf(g.call.stderr, "%*d/%d  %s: %s%s\n", len(fmt.Sprint(len(all))), done, len(all), s.Student, s.Line(), again)
				if all[i].shared != "" {
					fmt.Fprintf(g.call.stderr, "warpbook grade: %s: %s\n", s.Student, all[i].shared)
				}
				mu.Unlock()
			}
		})
	}
	for i := range all {
		select {
		case next <- i:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(next)
	workers.Wait()
	return results
}

// one grades a submission, unless its points are known.
func (g *grader) one(ctx context.Context, file submission) (s *grading.Submission, kept bool) {
	defer func() {
		s.Student, s.Path = file.student, file.path
		if file.shared != "" {
			s.Notes = append(s.Notes, file.shared)
		}
	}()
	text, err := file.read()
	if err != nil {
		return grading.Unable(g.source, err), false
	}
	if s := g.state.load(text); s != nil {
		return s, true
	}
	s, err = g.execute(ctx, text)
	if err != nil {
		return grading.Unable(g.source, err), false
	}
	if err := g.state.save(text, s); err != nil {
		fmt.Fprintf(g.call.stderr, "warpbook grade: %v\n", err)
	}
	return s, false
}

// execute runs a notebook in a process and a directory of its own.
func (g *grader) execute(ctx context.Context, text []byte) (*grading.Submission, error) {
	nb, err := notebook.Parse(text)
	if err != nil {
		return nil, err
	}
	if g.source == nil {
		if err := forThisKernel(nb); err != nil {
			return nil, err
		}
	}
	dir, err := os.MkdirTemp("", "warpbook-grade-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	r, err := startRunnerIn(ctx, dir, io.Discard, g.sandbox(dir), "--grading")
	if err != nil {
		return nil, err
	}
	s, err := grading.Grade(ctx, nb, g.source, &timed{Runner: r, timeout: g.timeout, whole: g.whole})
	_ = r.close() // a kernel that had to be killed is gone all the same
	return s, err
}

// sandbox are the variables of a kernel that runs what strangers have written: cells reach no program,
// no network and no file outside of their directory in any case, and here neither a real GPU nor anything of the user's.
func (g *grader) sandbox(dir string) []string {
	return []string{
		"WARPBOOK_MEMORY_LIMIT=" + g.memory.String(), "WARPBOOK_OUTPUT_LIMIT=100kB", "WARPBOOK_OUTPUT_FILE_LIMIT=1MB",
		"WARPBOOK_FILES_LIMIT=" + g.written.String(), fmt.Sprint("WARPBOOK_FILES_COUNT=", gradeFilesCount),
		"JUPYTER_DATA_DIR=" + dir, "HOME=" + dir, "CUDA_VISIBLE_DEVICES=",
		fmt.Sprintf("GOMAXPROCS=%d", max(1, runtime.NumCPU()/g.jobs)),
	}
}

// timed is a runner that gives each cell so much time, and all of them together, and keeps of its output what is
// worth points.
type timed struct {
	notebook.Runner
	timeout, whole, taken time.Duration
}

// maxTold is how many tests of a cell are noted.
const maxTold = 1000

// Execute implements notebook.Runner. A cell that takes too long ends with nbgrader's error for that.
func (l *timed) Execute(ctx context.Context, code string, publish func(notebook.Message)) (notebook.Reply, error) {
	if l.taken >= l.whole {
		publish(grading.NotRun(l.whole))
		return notebook.Reply{Status: "error"}, ctx.Err()
	}
	begin := time.Now()
	defer func() { l.taken += time.Since(begin) }()
	limit, cancel := context.WithTimeout(ctx, min(l.timeout, l.whole-l.taken))
	defer cancel()
	told := 0
	reply, err := l.Runner.Execute(limit, code, func(m notebook.Message) {
		switch {
		case m.Type == notebook.ErrorOutput, m.Type == notebook.ExecuteResult:
		case m.Type == notebook.Stream && strings.Contains(string(m.Content), `"stderr"`):
		case m.Type == notebook.DisplayData && strings.Contains(string(m.Content), grading.TestType) && told < maxTold:
			told++
		default:
			return
		}
		publish(m)
	})
	if err == nil && limit.Err() != nil && ctx.Err() == nil {
		if left := l.whole - l.taken; left < l.timeout {
			publish(grading.NotRun(l.whole))
		} else {
			publish(grading.TimedOut(l.timeout))
		}
	}
	if ctx.Err() != nil {
		err = errors.Join(ctx.Err(), err)
	}
	return reply, err
}

// gradeReports are what can be written of a class.
var gradeReports = []struct {
	name, usage string
	write       func(c *grading.Class) ([]byte, error)
}{
	{"json", "write everything that is known to `F`, as JSON", (*grading.Class).JSON},
	{"junit", "write the graded cells to `F`, as JUnit XML", (*grading.Class).JUnit},
	{"gradescope", "write the points of the one notebook to `F`, as Gradescope's results.json", func(c *grading.Class) ([]byte, error) { return c.Submissions[0].Gradescope() }},
	{"html", "write the report on the class to `F`, as one page", (*grading.Class).HTML},
}

func (g *grader) report(class *grading.Class) error {
	for _, r := range gradeReports {
		path := g.files[r.name]
		if path == "" {
			continue
		}
		data, err := r.write(class)
		if err == nil {
			err = notebook.ReplaceFile(path, data)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// table prints a line for each submission. Of the only one it prints everything that failed.
func table(w io.Writer, class *grading.Class) {
	width := len("student")
	for _, s := range class.Submissions {
		width = max(width, len([]rune(s.Student)))
	}
	fmt.Fprintf(w, "%-*s  points\n", width, "student")
	for _, s := range class.Submissions {
		fmt.Fprintf(w, "%-*s  %s\n", width, s.Student, s.Line())
	}
	if len(class.Submissions) == 1 {
		if all := class.Submissions[0].Failures(); len(all) > 1 {
			fmt.Fprintf(w, "\n%s\n", strings.Join(all, "\n"))
		}
	}
	if class.Graded > 1 {
		fmt.Fprintf(w, "\n%d notebooks, mean %g, median %g of %g points\n", class.Graded, class.Mean, class.Median, class.Max)
	}
}

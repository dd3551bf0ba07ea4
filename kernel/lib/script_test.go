package lib

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
)

var update = flag.Bool("update", false, "write what the cells do into testdata")

// newSession is a session with the libraries.
func newSession() *cell.Session {
	s := cell.New()
	Install(s)
	return s
}

// recorder is a kernel.Output that keeps everything. A display that is updated
// is kept as it is left.
type recorder struct {
	mu             sync.Mutex
	stdout, stderr strings.Builder
	displays       []kernel.Bundle
	updates        int
	result         *kernel.Bundle
}

func (r *recorder) Stream(name, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if name == "stderr" {
		r.stderr.WriteString(text)
	} else {
		r.stdout.WriteString(text)
	}
}

func (r *recorder) Display(b kernel.Bundle) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.displays = append(r.displays, b)
}

func (r *recorder) Update(b kernel.Bundle) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.updates++
	for i, d := range r.displays {
		if d.ID != "" && d.ID == b.ID {
			r.displays[i] = b
		}
	}
}

func (r *recorder) Result(b kernel.Bundle) { r.result = &b }
func (r *recorder) Clear(bool)             {}

// execute runs one cell.
func execute(ctx context.Context, s *cell.Session, count int, code string) (*recorder, kernel.Outcome) {
	out := new(recorder)
	return out, s.Execute(ctx, kernel.Cell{Code: code, Count: count}, out)
}

var (
	ansi    = regexp.MustCompile(`\x1b\[[0-9;]*m`)
	elapsed = regexp.MustCompile(`\d+\.\d s`)
)

// errorText is an error's name and message, or, of a CUDA text, what the
// traceback shows below its heading.
func errorText(e *kernel.Error) string {
	if e.Name != "CompileError" {
		return e.Name + ": " + e.Value + "\n"
	}
	text := ansi.ReplaceAllString(strings.Join(e.Traceback, "\n"), "")
	if i := strings.LastIndex(text, "CompileError:"); i >= 0 {
		text = text[i:]
	}
	return text + "\n"
}

// watched matches the progress bar of a launch. It appears after some seconds, which a busy machine needs sooner.
var watched = regexp.MustCompile(`\d+ of \d+ blocks, `)

// outcomeFiles is what a cell did, as the sections of a script.
func outcomeFiles(out *recorder, outcome kernel.Outcome) []txtar.File {
	var files []txtar.File
	add := func(name, text string) {
		if text != "" {
			text = elapsed.ReplaceAllString(text, "… s")
			files = append(files, txtar.File{Name: name, Data: []byte(strings.TrimRight(text, "\n") + "\n")})
		}
	}
	for _, d := range out.displays {
		if text := fmt.Sprint(d.Data["text/plain"]); !watched.MatchString(text) {
			add("display", text)
		}
	}
	add("stdout", out.stdout.String())
	add("stderr", out.stderr.String())
	if out.result != nil {
		add("result", fmt.Sprint(out.result.Data["text/plain"]))
	}
	if outcome.Error != nil {
		add("error", errorText(outcome.Error))
	}
	return files
}

// TestScripts runs the sessions in testdata. A script is a txtar file: each
// "cell" is executed in one session, and the sections after it are what it must
// do: display, stdout, result and error. -update writes them. A line "tier: check"
// or "tier: long" at the top of a script that takes long names the tier that runs it.
func TestScripts(t *testing.T) {
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
			got := runScript(script)
			if *update {
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

func runScript(script *txtar.Archive) *txtar.Archive {
	got := &txtar.Archive{Comment: script.Comment}
	session := newSession()
	count := 0
	for _, f := range script.Files {
		if f.Name != "cell" {
			continue
		}
		count++
		out, outcome := execute(context.Background(), session, count, strings.TrimSuffix(string(f.Data), "\n"))
		got.Files = append(got.Files, f)
		got.Files = append(got.Files, outcomeFiles(out, outcome)...)
	}
	return got
}

// After every wrong cell of the scripts an array and a kernel from before are
// still there and work.
func TestSessionOutlivesWrongCells(t *testing.T) {
	for _, file := range []string{"testdata/wrong.txtar", "testdata/wrong_cuda.txtar"} {
		script, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s := newSession()
		succeed := func(code string) {
			t.Helper()
			if _, outcome := execute(context.Background(), s, 1, code); outcome.Error != nil {
				t.Fatalf("%s: %s\n%s", file, code, errorText(outcome.Error))
			}
		}
		succeed("%%cuda\n__global__ void survivor(int *a, int v) { a[threadIdx.x] += v; }")
		succeed("survived = 0\nsurvivors = zeros(32, dtype='int32')")
		wrong := 0
		for _, f := range script.Files {
			if f.Name != "cell" {
				continue
			}
			if _, outcome := execute(context.Background(), s, 2, strings.TrimSuffix(string(f.Data), "\n")); outcome.Error != nil {
				wrong++
				succeed("survived += 1\nsurvivor[1, 32](survivors, 1)\ncheck(survivors.tolist() == [survived] * 32, 'lost')")
			}
		}
		if wrong < 45 {
			t.Errorf("%s has %d wrong cells, want at least 45", file, wrong)
		}
	}
}

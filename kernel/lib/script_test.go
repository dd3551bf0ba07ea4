package lib

import (
	"context"
	"flag"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"warpbook.dev/internal/cellscript"
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
func outcomeFiles(out *recorder, outcome kernel.Outcome) (files []txtar.File) {
	add := func(name, text string) { files = cellscript.Add(files, name, elapsed.ReplaceAllString(text, "… s")) }
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

// TestScripts runs the sessions in testdata. The sections of a cell are display, stdout, stderr, result and error.
// -update writes them.
func TestScripts(t *testing.T) {
	cellscript.Run(t, *update, func() cellscript.Session {
		session := newSession()
		return func(t *testing.T, count int, cell string) []txtar.File {
			return outcomeFiles(execute(t.Context(), session, count, cell))
		}
	})
}

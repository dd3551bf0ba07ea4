package cell

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"warpbook.dev/internal/cellscript"
	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel"
)

var update = flag.Bool("update", false, "write what the cells do into testdata")

// recorder is a kernel.Output that keeps everything.
type recorder struct {
	mu                      sync.Mutex
	stdout, stderr, display strings.Builder
	result                  *kernel.Bundle
	bundles                 []kernel.Bundle
	cleared                 int
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
	r.show("", b)
}

func (r *recorder) Update(b kernel.Bundle) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.show("update ", b)
}

// show writes what is displayed: its id if it has one, its text, and its types if
// there are more.
func (r *recorder) show(how string, b kernel.Bundle) {
	r.bundles = append(r.bundles, b)
	if b.ID != "" {
		how += "[" + b.ID + "] "
	}
	fmt.Fprintf(&r.display, "%s%s", how, b.Data["text/plain"])
	if len(b.Data) > 1 {
		fmt.Fprintf(&r.display, " %v", slices.Sorted(maps.Keys(b.Data)))
	}
	r.display.WriteString("\n")
}
func (r *recorder) Result(b kernel.Bundle) { r.result = &b }
func (r *recorder) Clear(wait bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cleared++
	fmt.Fprintf(&r.display, "(cleared, wait: %v)\n", wait)
}

// runCell runs one cell of a session.
func runCell(s *Session, count int, code string) (*recorder, kernel.Outcome) {
	out := new(recorder)
	outcome := s.Execute(context.Background(), kernel.Cell{Code: code, Count: count}, out)
	return out, outcome
}

// endingCell runs a cell that could have no end, and fails the test if it has none.
func endingCell(t *testing.T, s *Session, count int, code string) (*recorder, kernel.Outcome) {
	t.Helper()
	out, ended := new(recorder), make(chan kernel.Outcome, 1)
	go func() { ended <- s.Execute(t.Context(), kernel.Cell{Code: code, Count: count}, out) }()
	return out, tier.Receive(t, "the end of "+code, ended)
}

var (
	ansi      = regexp.MustCompile(`\x1b\[[0-9;]*m`)
	frameLine = regexp.MustCompile(`^Cell (\S+), line (\d+), column (\d+)(, in \S+)?$`)
	wallTime  = regexp.MustCompile(`Wall time: .*`)
	randomID  = regexp.MustCompile(`\[[A-Z2-7]{26}\]`)
)

// errorText is the name and the message of an error, and its places, outermost first.
func errorText(e *kernel.Error) string {
	b := new(strings.Builder)
	fmt.Fprintf(b, "%s: %s\n", e.Name, e.Value)
	for _, line := range e.Traceback {
		if m := frameLine.FindStringSubmatch(ansi.ReplaceAllString(line, "")); m != nil {
			fmt.Fprintf(b, "%s:%s:%s%s\n", m[1], m[2], m[3], m[4])
		}
	}
	return b.String()
}

// outcomeFiles is what a cell did, as the sections of a script.
func outcomeFiles(out *recorder, outcome kernel.Outcome) (files []txtar.File) {
	add := func(name, text string) { files = cellscript.Add(files, name, text) }
	add("stdout", wallTime.ReplaceAllString(out.stdout.String(), "Wall time: …"))
	add("stderr", out.stderr.String())
	add("display", randomID.ReplaceAllString(out.display.String(), "[random]"))
	if out.result != nil {
		add("result", out.result.Data["text/plain"].(string))
	}
	for _, p := range outcome.Payload {
		if p["source"] == "set_next_input" {
			add("next input", fmt.Sprintf("%s\n(replace: %v)", p["text"], p["replace"]))
			continue
		}
		add("page", p["data"].(map[string]any)["text/plain"].(string))
	}
	if outcome.Error != nil {
		add("error", errorText(outcome.Error))
	}
	return files
}

// TestScripts runs the sessions in testdata. The sections of a cell are stdout, stderr, display, result, page, next
// input, and error, with the name, the message and the places (cell:line:column) of the error. -update writes them.
func TestScripts(t *testing.T) {
	cellscript.Run(t, *update, func() cellscript.Session {
		session := New()
		return func(t *testing.T, count int, cell string) []txtar.File {
			out, outcome := endingCell(t, session, count, cell)
			if outcome.Error != nil {
				if again, _ := runCell(session, count, "6 * 7"); again.result == nil || again.result.Data["text/plain"] != "42" {
					t.Errorf("after the error of cell %d the session is not usable", count)
				}
			}
			return outcomeFiles(out, outcome)
		}
	})
}

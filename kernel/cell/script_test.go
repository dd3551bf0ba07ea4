package cell

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

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
func outcomeFiles(out *recorder, outcome kernel.Outcome) []txtar.File {
	var files []txtar.File
	add := func(name, text string) {
		if text != "" {
			files = append(files, txtar.File{Name: name, Data: []byte(strings.TrimSuffix(text, "\n") + "\n")})
		}
	}
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

// TestScripts runs the sessions in testdata. A script is a txtar file: each "cell"
// is executed in one session, and the sections after it are what it must do:
// stdout, stderr, display, result, page, next input, and error, with the name, the message
// and the places (cell:line:column) of the error. -update writes them.
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
			got := &txtar.Archive{Comment: script.Comment}
			session := New()
			count := 0
			for _, f := range script.Files {
				if f.Name != "cell" {
					continue
				}
				count++
				out, outcome := endingCell(t, session, count, strings.TrimSuffix(string(f.Data), "\n"))
				if outcome.Error != nil {
					if again, _ := runCell(session, count, "6 * 7"); again.result == nil || again.result.Data["text/plain"] != "42" {
						t.Errorf("after the error of cell %d the session is not usable", count)
					}
				}
				got.Files = append(got.Files, f)
				got.Files = append(got.Files, outcomeFiles(out, outcome)...)
			}
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

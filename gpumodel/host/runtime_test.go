package host_test

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda/token"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/internal/tier"
)

// A runtimeProbe is a program of testdata/runtime, which asks the runtime about one subject.
type runtimeProbe struct {
	name    string
	program *host.Program
}

// compileProbe reads a program of testdata/runtime with its header.
func compileProbe(t *testing.T, name string) *runtimeProbe {
	t.Helper()
	source, err := os.ReadFile(filepath.Join("testdata/runtime", name+".cu"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := host.Compile(t.Context(), name+".cu", string(source), gpumodel.Options{Include: func(name, _ string) (string, string, bool) {
		text, err := os.ReadFile(filepath.Join("testdata/runtime", name))
		return name, string(text), err == nil
	}})
	if list := (token.ErrorList)(nil); errors.As(err, &list) {
		t.Fatal(list.Detail())
	} else if err != nil {
		t.Fatal(err)
	}
	return &runtimeProbe{name, p}
}

// answer runs a case as record.sh does: again without a call that ends the process.
func (p *runtimeProbe) answer(t *testing.T, d *device.Device, number int) string {
	t.Helper()
	args := []string{"./" + p.name, strconv.Itoa(number)}
	const mostTries = 40
	for try := 0; ; try++ {
		var out strings.Builder
		r, err := p.program.Run(t.Context(), host.Options{Device: d, Args: args, Stdout: &out, Stderr: &out})
		if err != nil {
			t.Fatal(err)
		}
		if r.ExitCode < 124 || try == mostTries {
			return fmt.Sprintf("== %s %d\n%src %d\n", p.name, number, out.String(), r.ExitCode)
		}
		args = append(args, strconv.Itoa(strings.Count(out.String(), " -> ")))
	}
}

// readAnswers takes a record apart: the lines of each case.
func readAnswers(t *testing.T, text string) map[string][]string {
	t.Helper()
	answers, at := map[string][]string{}, ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if name, ok := strings.CutPrefix(line, "== "); ok {
			at = name
			continue
		}
		answers[at] = append(answers[at], line)
	}
	return answers
}

// An answerDeviation is a line that the model is known to answer in another way than the card.
type answerDeviation struct {
	at     string // the case, and the number of the line in it from 1 on
	ours   string
	number string // of the entry in docs/deviations.md
}

func answerDeviations(t *testing.T) map[string]answerDeviation {
	t.Helper()
	text, err := os.ReadFile("testdata/runtime/deviations.csv")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadFile("../../docs/deviations.md")
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]answerDeviation{}
	for _, row := range rows[1:] {
		d := answerDeviation{row[0] + ":" + row[1], row[2], row[3]}
		if !strings.Contains(string(entries), "\n### "+d.number+". ") {
			t.Errorf("%s: docs/deviations.md has no entry %s", d.at, d.number)
		}
		list[d.at] = d
	}
	return list
}

// cases is how many cases a program has.
func (p *runtimeProbe) cases(t *testing.T, d *device.Device) int {
	t.Helper()
	var out strings.Builder
	if _, err := p.program.Run(t.Context(), host.Options{Device: d, Args: []string{"./" + p.name}, Stdout: &out}); err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(strings.TrimSpace(out.String()))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestRuntime: the runtime answers as that of CUDA 13 does on an H100: what each call returns, what cudaGetLastError says behind it, and
// what it tells. Lines that differ stand in deviations.csv, with the number of their entry in docs/deviations.md.
func TestRuntime(t *testing.T) {
	d, err := device.Get("H100")
	if err != nil {
		t.Fatal(err)
	}
	record, err := os.ReadFile("testdata/runtime/h100_cuda13.txt")
	if err != nil {
		t.Fatal(err)
	}
	card, known := readAnswers(t, string(record)), answerDeviations(t)
	files, err := filepath.Glob("testdata/runtime/*.cu")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range tier.Sample(t, files, tier.Pick(2, len(files), len(files))) {
		name := strings.TrimSuffix(filepath.Base(file), ".cu")
		t.Run(name, func(t *testing.T) {
			p := compileProbe(t, name)
			for i := range p.cases(t, d) {
				at := fmt.Sprintf("%s %d", name, i)
				compareAnswers(t, at, card[at], readAnswers(t, p.answer(t, d, i))[at], known)
			}
		})
	}
}

// compareAnswers compares a case line by line.
func compareAnswers(t *testing.T, at string, card, ours []string, known map[string]answerDeviation) {
	t.Helper()
	if len(card) != len(ours) {
		t.Errorf("%s: (-the card +ours)\n%s", at, cmp.Diff(card, ours))
		return
	}
	for i := range card {
		line := fmt.Sprintf("%s:%d", at, i+1)
		want := card[i]
		if d, differs := known[line]; differs {
			if want == d.ours {
				t.Errorf("%s: %q is the card's answer: deviations.csv calls it deviation %s", line, want, d.number)
			}
			want = d.ours
		}
		if ours[i] != want {
			t.Errorf("%s: %q, want %q", line, ours[i], want)
		}
	}
}

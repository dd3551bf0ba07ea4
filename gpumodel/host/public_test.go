package host_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda/token"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/internal/tables"
	"warpbook.dev/internal/tier"
)

var (
	updatePublic  = flag.Bool("update-public", false, "write what public programs do to their table")
	publicSeconds = flag.Int("public-seconds", 120, "the time limit of a public program; one that takes longer is slow, not wrong")
	publicAtOnce  = flag.Int("public-at-once", 1, "how many public programs run at a time")
	publicOnly    = flag.String("public-only", "", "run public programs whose path contains this, and no others")
)

// publicCard is the card that testdata/public/printed.csv comes from.
const publicCard = "H100 80GB HBM3"

// What the model makes of a program, from bad to good. Empty in the table: it was not tried so far.
var publicStates = []string{"slow", "refused", "stopped", "another exit code", "differs", "ends", "same"}

// TestPublicPrograms compiles and runs public programs that launch kernels, and compares what they print with what nvcc's builds of
// them printed on a card. testdata/public/programs.csv lists them: the sources, options and arguments; what the build on the card
// ended with; whether its output is compared; and what the model makes of it. None may become worse than that.
//
// accept/fetch.sh brings the repositories of testdata/public/repositories.csv; WARPBOOK_CORPUS names their folder.
func TestPublicPrograms(t *testing.T) {
	corpus := os.Getenv("WARPBOOK_CORPUS")
	if corpus == "" {
		t.Skip("runs programs of 17 repositories: gpumodel/conformance/testdata/accept/fetch.sh DIR gpumodel/host/testdata/public/repositories.csv, " +
			"then WARPBOOK_LONG=1 WARPBOOK_CORPUS=DIR go test ./gpumodel/host -run TestPublicPrograms -v -timeout 0")
	}
	tier.Long(t) // a program that takes longer than -public-seconds counts as slow, which fails nothing
	programs := readPublic(t)
	d, err := device.Get(publicCard)
	if err != nil {
		t.Fatal(err)
	}
	results := make([]publicResult, len(programs))
	gate := make(chan struct{}, *publicAtOnce)
	var all sync.WaitGroup
	for i, p := range programs {
		if !strings.Contains(p.name(), *publicOnly) {
			results[i] = publicResult{state: p.model, why: p.why, skipped: true}
			continue
		}
		all.Go(func() {
			gate <- struct{}{}
			defer func() { <-gate }()
			began := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(*publicSeconds)*time.Second)
			defer cancel()
			r := p.run(ctx, t, corpus, d)
			results[i] = r
			t.Logf("%4.0f s %s: %s %s", time.Since(began).Seconds(), p.name(), r.state, r.why)
		})
	}
	all.Wait()
	for i, p := range programs {
		r := results[i]
		if rank, was := slices.Index(publicStates, r.state), slices.Index(publicStates, p.model); rank < was && r.state != "slow" {
			t.Errorf("%s: %s (%s), expected %s", p.name(), r.state, r.why, p.model)
		} else if rank != was {
			t.Logf("%s: %s (%s), expected %s", p.name(), r.state, r.why, p.model)
		}
		programs[i].model, programs[i].why = r.state, r.why
	}
	tellPublic(t, programs, results)
	if *updatePublic {
		writePublic(t, programs)
	}
}

// A publicProgram is a row of programs.csv, with the numbers of printed.csv.
type publicProgram struct {
	repository, main string
	sources          []string // besides main
	options          []string // -I and -D of nvcc, paths as all others from the repository, or from the corpus behind @
	arguments        []string
	nvcc             string // how nvcc 13.0 was brought to take it: cuda12.h, or why it did not
	exit             string // the exit code on the card; empty where there is none
	compared         string // same, lines (in any order), or why not
	card             output
	model, why       string // what the model makes of it, and why it is not better
}

func (p *publicProgram) name() string { return p.repository + "/" + p.main }

type publicResult struct {
	state, why string
	kernels    bool // all its kernels are accepted
	skipped    bool
}

// run compiles a program and runs it in a copy of its folder.
func (p *publicProgram) run(ctx context.Context, t *testing.T, corpus string, d *device.Device) (r publicResult) {
	defer func() {
		if x := recover(); x != nil {
			t.Errorf("%s: panic: %v", p.name(), x)
			r = publicResult{state: "refused", why: "panic"}
		}
	}()
	root := filepath.Join(corpus, strings.Replace(p.repository, "/", "+", 1))
	sources, options := p.read(t, corpus, root)
	compiled, err := host.Compile(ctx, sources[0].Name, token.Join(sources), options)
	if err != nil {
		if ctx.Err() != nil {
			return publicResult{state: "slow"}
		}
		return publicResult{state: "refused", why: publicRefusal(err), kernels: kernelsAccepted(sources, options)}
	}
	dir := t.TempDir()
	if err := copyFolder(dir, filepath.Dir(filepath.Join(root, p.main))); err != nil {
		t.Fatal(err)
	}
	var out, errs strings.Builder
	name := strings.TrimSuffix(sources[0].Name, filepath.Ext(sources[0].Name))
	run, err := compiled.Run(ctx, host.Options{
		Device: d, Args: append([]string{"./" + name}, p.arguments...), Folder: &folder.Folder{Dir: dir}, Memory: 16 << 30,
		Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs,
	})
	r.kernels = true
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		r.state = "slow"
	case err != nil:
		r.state, r.why = "stopped", publicRefusal(err)
	default:
		r.state, r.why = p.judge(run.ExitCode, out.String(), errs.String())
	}
	return r
}

// judge compares what a program did with what it does on the card.
func (p *publicProgram) judge(exit int, out, errs string) (state, why string) {
	if exit == 0 && (p.exit == "134" || p.exit == "139") { // what it does is undefined, and need not end it
		return "ends", "killed by a signal on the card"
	}
	if want := p.exit; want != "" && want != "slow" && want != fmt.Sprint(exit) || want == "" && exit != 0 {
		return "another exit code", fmt.Sprintf("%d: %.80s", exit, strings.Join(strings.Fields(errs+" "+out), " "))
	}
	if p.compared != "same" && p.compared != "lines" {
		return "ends", ""
	}
	if why := outputOf(out, p.compared == "lines").differs(p.card); why != "" {
		return "differs", why
	}
	return "same", ""
}

// read reads the sources of a program, and makes options of those of nvcc.
func (p *publicProgram) read(t *testing.T, corpus, root string) (sources []token.Source, o gpumodel.Options) {
	t.Helper()
	var folders []string
	for _, name := range append([]string{p.main}, p.sources...) {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if p.nvcc == shim {
			text = append(removedMacros(t), text...)
		}
		sources = append(sources, token.Source{Name: filepath.Base(name), Text: string(text)})
		folders = append(folders, filepath.Dir(filepath.Join(root, name)))
	}
	o.Defines = map[string]string{}
	for _, option := range p.options {
		if folder, ok := strings.CutPrefix(option, "-I@"); ok {
			folders = append(folders, filepath.Join(corpus, folder))
		} else if folder, ok := strings.CutPrefix(option, "-I"); ok {
			folders = append(folders, filepath.Join(root, folder))
		} else if define, ok := strings.CutPrefix(option, "-D"); ok {
			name, value, _ := strings.Cut(define, "=")
			o.Defines[name] = value
		}
	}
	o.Include = func(name, from string) (string, string, bool) {
		all := folders
		if from != "" {
			all = append([]string{filepath.Dir(from)}, folders...)
		}
		for _, folder := range all {
			if text, err := os.ReadFile(filepath.Join(folder, name)); err == nil {
				return filepath.Join(folder, name), string(text), true
			}
		}
		return "", "", false
	}
	return sources, o
}

// shim is what nvcc 13.0 was given before programs that use what CUDA 13 has no more.
const shim = "cuda12.h"

// removedMacros are the macros of the shim for shuffles and votes without a mask, each in a line. The rest of it is there.
func removedMacros(t *testing.T) (macros []byte) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata/public", shim))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#define __") {
			macros = append(macros, line...)
		}
	}
	return macros
}

// kernelsAccepted reports whether the kernels of sources compile without the code of the host.
func kernelsAccepted(sources []token.Source, o gpumodel.Options) bool {
	_, err := gpumodel.Compile(sources[0].Name, token.Join(sources), o)
	return err == nil
}

// copyFolder copies what may be data of a program: nothing that is large.
func copyFolder(to, from string) error {
	return filepath.WalkDir(from, func(file string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		relative, err := filepath.Rel(from, file)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil || info.Size() > 8<<20 {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(to, relative)), 0o777); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, relative), text, 0o666)
	})
}

// publicRefusal is the first line of an error, without its place.
func publicRefusal(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	if parts := strings.SplitN(line, ": ", 2); len(parts) == 2 && strings.Contains(parts[0], ":") {
		line = parts[1]
	}
	return line
}

// tellPublic logs the figures, and what programs are most often refused for.
func tellPublic(t *testing.T, programs []publicProgram, results []publicResult) {
	t.Helper()
	count := map[string]int{}
	refusals := map[string][]string{}
	ended, accepted, onCard := 0, 0, 0
	for i, p := range programs {
		r := results[i]
		count[r.state]++
		if slices.Contains([]string{"same", "ends", "differs"}, r.state) {
			ended++
		}
		if r.kernels || r.skipped && r.state != "refused" {
			accepted++
		}
		if p.exit != "" && p.exit != "slow" {
			onCard++
		}
		if r.why != "" && r.state != "differs" {
			refusals[r.why] = append(refusals[r.why], p.name())
		}
	}
	n := len(programs)
	t.Logf("%d programs, of which %d ran on the card: %v", n, onCard, count)
	t.Logf("%d end as on the card, %.1f %%; of the %d whose kernels are accepted %.1f %%", ended, 100*float64(ended)/float64(n),
		accepted, 100*float64(ended)/float64(max(1, accepted)))
	whys := slices.SortedFunc(maps.Keys(refusals), func(a, b string) int { return len(refusals[b]) - len(refusals[a]) })
	for _, why := range whys[:min(len(whys), 30)] {
		t.Logf("%3d %.120s: %s", len(refusals[why]), why, refusals[why][0])
	}
}

var (
	publicHeader  = []string{"repository", "main", "sources", "options", "arguments", "nvcc", "exit", "compared", "model", "why"}
	printedHeader = []string{"repository", "main", "texts", "numbers"}
)

func readPublic(t *testing.T) (programs []publicProgram) {
	t.Helper()
	cards := map[string]output{}
	for _, row := range publicRows(t, "printed.csv") {
		cards[row[0]+"/"+row[1]] = output{row[2], strings.Fields(row[3])}
	}
	for _, r := range publicRows(t, "programs.csv") {
		p := publicProgram{
			repository: r[0], main: r[1], sources: listed(r[2]), options: listed(r[3]), arguments: strings.Fields(r[4]),
			nvcc: r[5], exit: r[6], compared: r[7], model: r[8], why: r[9],
		}
		p.card = cards[p.name()]
		programs = append(programs, p)
	}
	return programs
}

// listed parts a list of paths, which may contain blanks.
func listed(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, ";")
}

func publicRows(t *testing.T, name string) [][]string {
	t.Helper()
	return tables.Rows(t, filepath.Join("testdata/public", name))
}

func writePublicRows(t *testing.T, name string, rows [][]string) {
	t.Helper()
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("testdata/public", name), b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

func writePublic(t *testing.T, programs []publicProgram) {
	t.Helper()
	rows := [][]string{publicHeader}
	for _, p := range programs {
		rows = append(rows, []string{
			p.repository, p.main, strings.Join(p.sources, ";"), strings.Join(p.options, ";"), strings.Join(p.arguments, " "),
			p.nvcc, p.exit, p.compared, p.model, p.why,
		})
	}
	writePublicRows(t, "programs.csv", rows)
}

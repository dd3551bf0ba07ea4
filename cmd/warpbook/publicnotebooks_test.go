package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	notebook "warpbook.dev/notebooks"
)

var (
	publicSeed  = flag.Uint64("public-seed", 44, "draws the notebooks of TestPublicNotebooks")
	publicCount = flag.Int("public-count", 60, "how many notebooks TestPublicNotebooks draws, one of each repository")
)

const (
	publicList     = "testdata/public/notebooks.csv"
	publicOutcomes = "testdata/public/outcomes.csv"
	// publicPatience is how long a notebook that is interrupted may take to save what has run.
	publicPatience = 2 * time.Minute
)

// A publicCell is a code cell of a public notebook that runs a program, and what became of it here.
type publicCell struct {
	Repository, Path, Commit string
	Cell                     int // of the code cells, from 1
	Outcome                  outcome
	Says                     string // the line that tells what is missing, or the first that differs
}

// TestPublicNotebooks draws notebooks of people who do not know Warpbook, runs all their cells and compares what each program prints
// with what the notebook has stored. None is left out because it fails. testdata/public/outcomes.csv has what came of it: without
// -update every outcome is the same as there, but for programs that one of the two runs has not seen ended.
//
// fetch.sh brings the notebooks; WARPBOOK_NOTEBOOKS names their folder. With other values of -public-seed and -public-count the
// table is printed and compared with nothing.
func TestPublicNotebooks(t *testing.T) {
	corpus := os.Getenv("WARPBOOK_NOTEBOOKS")
	if corpus == "" {
		t.Skip("runs public notebooks: testdata/public/fetch.sh DIR, then WARPBOOK_NOTEBOOKS=DIR go test ./cmd/warpbook -run TestPublicNotebooks -timeout 0 -v")
	}
	var got []publicCell
	for _, row := range drawn(csvRows(t, publicList), *publicSeed, *publicCount) {
		cells := runPublic(t, corpus, row)
		t.Logf("%s %s: %s", row[0], row[1], summary(cells))
		got = append(got, cells...)
	}
	t.Logf("%s", outcomeTable(got))
	named := false
	flag.Visit(func(f *flag.Flag) { named = named || strings.HasPrefix(f.Name, "public-") })
	switch {
	case named:
	case *update:
		writePublicCells(t, got)
	default:
		compareOutcomes(t, publicCells(t), got)
	}
}

// drawn are n rows of as many repositories.
func drawn(rows [][]string, seed uint64, n int) (chosen [][]string) {
	of := map[string][][]string{}
	var repositories []string
	for _, row := range rows {
		if of[row[0]] == nil {
			repositories = append(repositories, row[0])
		}
		of[row[0]] = append(of[row[0]], row)
	}
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(repositories), func(i, j int) { repositories[i], repositories[j] = repositories[j], repositories[i] })
	for _, name := range repositories[:min(n, len(repositories))] {
		chosen = append(chosen, of[name][random.IntN(len(of[name]))])
	}
	return chosen
}

// runPublic runs all cells of a copy of a notebook, in a directory of its own, as a reader does who has the notebook alone.
func runPublic(t *testing.T, corpus string, row []string) (cells []publicCell) {
	t.Helper()
	dir := t.TempDir()
	source, ran := filepath.Join(dir, "notebook.ipynb"), filepath.Join(dir, "out.ipynb")
	write(t, source, contents(t, filepath.Join(corpus, strings.Replace(row[0], "/", "+", 1), filepath.FromSlash(row[1]))))
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program(t), "run", "--allow-errors", source, "-o", ran)
	cmd.Dir = dir
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // the cells that have run are saved
	cmd.WaitDelay = publicPatience
	said, err := cmd.CombinedOutput()
	before := codeCells(read(t, source))
	after := make([]*notebook.Cell, len(before))
	if nb, e := notebook.ReadFile(ran); e == nil {
		copy(after, codeCells(nb))
	} else {
		t.Errorf("%s %s: no notebook is written: %v\n%s", row[0], row[1], err, said)
	}
	ended := ctx.Err() == nil
	for i, stored := range before {
		if c := after[i]; ended && c != nil && c.Count == 0 && strings.TrimSpace(stored.Source) != "" {
			t.Errorf("%s %s: code cell %d is not reached", row[0], row[1], i+1)
		}
		here := publicCell{row[0], row[1], row[2], i + 1, "", ""}
		if here.Outcome, here.Says = outcomeOf(stored, after[i], ended); here.Outcome != "" {
			cells = append(cells, here)
		}
	}
	return cells
}

func codeCells(nb *notebook.Notebook) []*notebook.Cell {
	return slices.DeleteFunc(slices.Clone(nb.Cells), func(c *notebook.Cell) bool { return c.Type != notebook.Code })
}

// compareOutcomes finds cells of which another thing became.
func compareOutcomes(t *testing.T, want, got []publicCell) {
	t.Helper()
	type at struct {
		repository, path string
		cell             int
	}
	stored := map[at]publicCell{}
	for _, c := range want {
		stored[at{c.Repository, c.Path, c.Cell}] = c
	}
	for _, c := range got {
		old, ok := stored[at{c.Repository, c.Path, c.Cell}]
		delete(stored, at{c.Repository, c.Path, c.Cell})
		if ok && (old.Outcome == notEnded || c.Outcome == notEnded) {
			continue
		}
		if d := cmp.Diff(old, c); d != "" {
			t.Errorf("-%s +now\n%s", publicOutcomes, d)
		}
	}
	for where := range stored {
		t.Errorf("%v is in %s and ran no program now", where, publicOutcomes)
	}
}

// TestPublicOutcomesInDocs: docs/programs.md has the table that the outcomes make. -update writes it.
func TestPublicOutcomesInDocs(t *testing.T) {
	const page, begin, end = "../../docs/programs.md", "<!-- outcomes -->\n", "<!-- end of outcomes -->\n"
	text := string(contents(t, page))
	head, rest, ok := strings.Cut(text, begin)
	old, tail, also := strings.Cut(rest, end)
	if !ok || !also {
		t.Fatalf("%s has no place for the table between %q and %q", page, begin, end)
	}
	cells := publicCells(t)
	want := outcomeTable(cells)
	if *update {
		write(t, page, []byte(head+begin+want+end+tail))
	} else if d := cmp.Diff(want, old); d != "" {
		t.Errorf("%s is not what %s says (-update writes it): -want +got\n%s", page, publicOutcomes, d)
	}
	repositories, notebooks := map[string]bool{}, map[string]bool{}
	for _, c := range cells {
		repositories[c.Repository], notebooks[c.Repository+"/"+c.Path] = true, true
		if c.Outcome.wantsReason() && c.Says == "" {
			t.Errorf("%s %s, cell %d: %q, and no line says why", c.Repository, c.Path, c.Cell, c.Outcome)
		}
	}
	if len(repositories) < 55 || len(notebooks) < 55 {
		t.Errorf("%d notebooks of %d repositories run programs, want 55 at least", len(notebooks), len(repositories))
	}
}

func csvRows(t *testing.T, name string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(contents(t, name))).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return rows[1:]
}

func publicCells(t *testing.T) (cells []publicCell) {
	t.Helper()
	for _, row := range csvRows(t, publicOutcomes) {
		n, err := strconv.Atoi(row[3])
		if err != nil {
			t.Fatalf("%s: %v", publicOutcomes, err)
		}
		cells = append(cells, publicCell{row[0], row[1], row[2], n, outcome(row[4]), row[5]})
	}
	return cells
}

func writePublicCells(t *testing.T, cells []publicCell) {
	t.Helper()
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	rows := [][]string{{"repository", "path", "commit", "cell", "outcome", "says"}}
	for _, c := range cells {
		rows = append(rows, []string{c.Repository, c.Path, c.Commit, strconv.Itoa(c.Cell), string(c.Outcome), c.Says})
	}
	if err := w.WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	write(t, publicOutcomes, b.Bytes())
}

// summary is how often each outcome is there, for a line of a log.
func summary(cells []publicCell) string {
	var parts []string
	for _, o := range outcomes {
		if n := o.name.count(cells); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, o.name))
		}
	}
	return strings.Join(parts, ", ")
}

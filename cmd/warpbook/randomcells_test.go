package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"warpbook.dev/internal/mutate"
	"warpbook.dev/internal/tier"
	notebook "warpbook.dev/notebooks"
)

// treeCells are the cells of the tree, those of a file in their order.
func treeCells(t *testing.T) (files [][]string) {
	t.Helper()
	for _, pattern := range []string{"../../notebooks/*.ipynb", "../../notebooks/assignments/source/*/*.ipynb"} {
		for _, path := range globbed(t, pattern) {
			var cells []string
			for _, c := range read(t, path).Cells {
				if c.Type == notebook.Code {
					cells = append(cells, c.Source)
				}
			}
			files = append(files, cells)
		}
	}
	for _, pattern := range []string{"../../kernel/cell/testdata/*.txtar", "../../kernel/lib/testdata/*.txtar"} {
		for _, path := range globbed(t, pattern) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var cells []string
			for _, f := range archive.Files {
				if f.Name == "cell" {
					cells = append(cells, string(f.Data))
				}
			}
			files = append(files, cells)
		}
	}
	for _, pattern := range []string{"../../gpumodel/host/testdata/programs/*.cu", "../../notebooks/examples/*.cu"} {
		for _, path := range globbed(t, pattern) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, []string{"%%cuda\n" + string(text)})
		}
	}
	return files
}

func globbed(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	return paths
}

// A cellMaker makes cells out of pieces of the tree's cells.
type cellMaker struct {
	*mutate.Mutator
	files  [][]string
	pieces map[bool][]string // statements of Starlark; those of CUDA C under true
	heads  []string          // first lines of cells with magics
}

// piece is a statement with what is indented below it, or a declaration of C with its body.
var piece = regexp.MustCompile(`(?m)^\S.*\n(?:[ \t}].*\n|\n)*`)

func newCellMaker(t *testing.T) *cellMaker {
	files := treeCells(t)
	m := &cellMaker{files: files, pieces: map[bool][]string{}}
	var all []string
	for _, cells := range files {
		for _, text := range cells {
			all = append(all, text)
			cuda := strings.HasPrefix(text, "%%")
			if cuda {
				head, rest, _ := strings.Cut(text, "\n")
				m.heads = append(m.heads, head)
				text = rest
			}
			m.pieces[cuda] = append(m.pieces[cuda], piece.FindAllString(text+"\n", -1)...)
		}
	}
	m.Mutator = mutate.New(all)
	return m
}

// session makes the cells of a session: some that follow each other in a file, with slips, and some of pieces of all files.
func (m *cellMaker) session(seed uint64, n int) (cells []string) {
	own := *m
	own.Mutator = m.Seeded(seed)
	file := mutate.Pick(own.Mutator, own.files)
	at := own.IntN(len(file))
	for range n {
		cell := ""
		switch own.IntN(10) {
		case 0, 1, 2, 3, 4: // what follows, mostly with slips
			if cell = file[at%len(file)]; own.IntN(3) > 0 {
				cell = own.Text(cell)
			}
			at++
		case 5, 6: // a cell of another file
			cell = own.Text(mutate.Pick(own.Mutator, mutate.Pick(own.Mutator, own.files)))
		case 7, 8:
			cell = own.joined(false)
		default:
			cell = mutate.Pick(own.Mutator, own.heads) + "\n" + own.joined(true)
		}
		cells = append(cells, cell)
	}
	return cells
}

// joined are up to four pieces, half of them with slips.
func (m *cellMaker) joined(cuda bool) string {
	var b strings.Builder
	for range 1 + m.IntN(4) {
		b.WriteString(mutate.Pick(m.Mutator, m.pieces[cuda]))
	}
	if m.IntN(2) == 0 {
		return m.Text(b.String())
	}
	return b.String()
}

// cellsPerSession is how many cells a seed makes.
const cellsPerSession = 10

// TestRandomCells runs cells that are made of pieces of the tree's cells, with slips, in sessions of ten cells: whatever a cell is,
// there is an answer. Nothing panics, nothing goes on for five seconds after an interrupt, and in ./check -long nothing takes
// more than a tenth above the memory of the session. The clock is that of the kernel's processors.
func TestRandomCells(t *testing.T) {
	tier.Check(t)
	m := newCellMaker(t)
	sampled(t, 5000, tier.Pick(1, 3, 5000), func(w *watched, seed uint64) {
		for _, cell := range m.session(seed, cellsPerSession) {
			w.try(cell)
		}
		w.try("%reset")
	})
}

// sampled calls try for each seed of a sample, with a watched kernel for each core. A kernel lives for fifty seeds.
func sampled(t *testing.T, seeds, n int, try func(w *watched, seed uint64)) {
	t.Helper()
	all := make([]uint64, seeds)
	for i := range all {
		all[i] = uint64(i)
	}
	next := make(chan uint64)
	var workers sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			w := &watched{t: t}
			defer w.end()
			tried := 0
			for seed := range next {
				if w.seed = seed; tried%50 == 49 {
					w.end()
				}
				tried++
				try(w, seed)
			}
		})
	}
	for _, seed := range tier.Sample(t, all, n) {
		next <- seed
	}
	close(next)
	workers.Wait()
}

// try executes a cell; what it says is nobody's business.
func (w *watched) try(code string) {
	_, _ = w.Execute(context.Background(), code, func(notebook.Message) {})
}

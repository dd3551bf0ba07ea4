// Package kernels holds the built-in programs: CUDA C text, one file per
// variant, and a table of how each is usually launched. A new variant is a new
// file and a row.
package kernels

import (
	"embed"
	"encoding/csv"
	"strconv"
	"strings"
	"sync"
)

//go:embed programs.csv */*.cu
var files embed.FS

// An Entry is a built-in program.
type Entry struct {
	Name      string // family/variant
	Kernel    string // the __global__ function
	Reference string // what the result must equal: "copy" or "transpose" of the input
	// Tiled is true if a block works on a square tile of BlockX elements, which
	// the text knows as TILE_DIM, with BlockY rows of threads, BLOCK_ROWS.
	Tiled          bool
	BlockX, BlockY int
	Lecture        string
	Doc            string // the first comment of the source
	Source         string
}

// All returns the built-in programs in the order of the table. The files are
// embedded, so what is wrong with them is our bug.
var All = sync.OnceValue(func() []Entry {
	f, err := files.Open("programs.csv")
	must(err)
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	must(err)
	var all []Entry
	for _, r := range rows[1:] {
		all = append(all, entry(r))
	}
	return all
})

func entry(r []string) Entry {
	source, err := files.ReadFile(r[0] + ".cu")
	must(err)
	tiled, err := strconv.ParseBool(r[3])
	must(err)
	x, err := strconv.Atoi(r[4])
	must(err)
	y, err := strconv.Atoi(r[5])
	must(err)
	e := Entry{Name: r[0], Kernel: r[1], Reference: r[2], Tiled: tiled, BlockX: x, BlockY: y, Lecture: r[6], Source: string(source)}
	line, _, _ := strings.Cut(e.Source, "\n")
	e.Doc = strings.TrimSpace(strings.TrimPrefix(line, "//"))
	return e
}

func must(err error) {
	if err != nil {
		panic("BUG: " + err.Error())
	}
}

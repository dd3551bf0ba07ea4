// Package kernels holds the built-in programs: CUDA C text, one file per
// variant, and a table of how each is usually launched. A new variant is a new
// file and a row.
package kernels

import (
	"embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

//go:embed programs.csv */*.cu
var files embed.FS

// An Entry is a built-in program: a row of programs.csv with its source.
type Entry struct {
	Name           string // family/variant
	Kernel         string // the __global__ function
	Problem        string // what it is given and must compute: "transpose", "matmul", …
	BlockX, BlockY int    // the usual block of threads
	// TileX and TileY are how many elements of the result a block computes.
	TileX, TileY Extent
	// MacroX and MacroY are what the text calls the sides of the block; empty if
	// it reads them from blockDim.
	MacroX, MacroY string
	Lecture        string
	Doc            string // the first comment of the source
	Source         string
}

// An Extent is a side of a tile, as a multiple of a side of the block.
type Extent struct {
	Factor int
	Side   string // "x" or "y"
}

// Of is the extent for a block of x × y threads.
func (e Extent) Of(x, y int) int {
	if e.Side == "x" {
		return e.Factor * x
	}
	return e.Factor * y
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
		row := map[string]string{}
		for i, field := range r {
			row[rows[0][i]] = field
		}
		all = append(all, entry(row))
	}
	return all
})

func entry(row map[string]string) Entry {
	source, err := files.ReadFile(row["program"] + ".cu")
	must(err)
	e := Entry{
		Name: row["program"], Kernel: row["kernel"], Problem: row["problem"], Lecture: row["lecture"], Source: string(source),
		BlockX: number(row["block_x"]), BlockY: number(row["block_y"]), TileX: extent(row["tile_x"]), TileY: extent(row["tile_y"]),
	}
	e.MacroX, e.MacroY, _ = strings.Cut(row["macros"], " ")
	line, _, _ := strings.Cut(e.Source, "\n")
	e.Doc = strings.TrimSpace(strings.TrimPrefix(line, "//"))
	return e
}

// extent reads a side of a tile: "x", or "2y" for twice the block's y.
func extent(s string) Extent {
	factor, side := s[:len(s)-1], s[len(s)-1:]
	e := Extent{1, side}
	if factor != "" {
		e.Factor = number(factor)
	}
	if side != "x" && side != "y" {
		must(fmt.Errorf("tile %q: want x or y, or a multiple", s))
	}
	return e
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	must(err)
	return n
}

func must(err error) {
	if err != nil {
		panic("BUG: " + err.Error())
	}
}

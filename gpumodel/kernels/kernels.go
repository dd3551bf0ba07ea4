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
	Launches       int    // of the kernel, one after the other
	BlockX, BlockY int    // the usual block of threads
	// TileX and TileY are how many elements of the result a block computes, or, if
	// it sums a vector, of its argument.
	TileX, TileY Extent
	// MacroX and MacroY are what the text calls the sides of the block; empty if
	// it reads them from blockDim.
	MacroX, MacroY string
	Lecture        string
	Doc            string // the first comment of the source
	Source         string
}

// An Extent is a side of a tile: a multiple of a side of the block, or a number.
type Extent struct {
	Factor int
	Macro  string // that the text takes the factor from, if it is defined
	Side   string // "x", "y" or neither
}

// Of is the extent for a block of x × y threads, with macros that are defined.
func (e Extent) Of(x, y int, defines map[string]string) (int, error) {
	factor := e.Factor
	if text, ok := defines[e.Macro]; ok {
		var err error
		if factor, err = strconv.Atoi(text); err != nil || factor < 1 || factor > mostFactor {
			return 0, fmt.Errorf("%s is %s, want a whole number of 1 to %d", e.Macro, text, mostFactor)
		}
	}
	switch e.Side {
	case "x":
		return factor * x, nil
	case "y":
		return factor * y, nil
	}
	return factor, nil
}

// mostFactor is more than any tile is larger than its block.
const mostFactor = 1 << 10

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
		Launches: number(row["launches"]),
		BlockX:   number(row["block_x"]), BlockY: number(row["block_y"]), TileX: extent(row["tile_x"]), TileY: extent(row["tile_y"]),
	}
	e.MacroX, e.MacroY, _ = strings.Cut(row["macros"], " ")
	e.Doc = firstSentence(e.Source)
	return e
}

// firstSentence is the first sentence of the comment at the top of a source, which may be several lines long.
func firstSentence(source string) string {
	var words []string
	for line := range strings.Lines(source) {
		comment, ok := strings.CutPrefix(line, "//")
		if !ok {
			break
		}
		words = append(words, strings.Fields(comment)...)
	}
	for i, w := range words {
		if strings.HasSuffix(w, ".") {
			words = words[:i+1]
			break
		}
	}
	return strings.Join(words, " ")
}

// extent reads a side of a tile: "x", "2y" for twice the block's y, "1", or "COARSE=4x" for
// a multiple that is a macro's and 4 unless it is defined.
func extent(s string) Extent {
	e := Extent{Factor: 1}
	if macro, rest, ok := strings.Cut(s, "="); ok {
		e.Macro, s = macro, rest
	}
	factor := strings.TrimRight(s, "xy")
	if e.Side = s[len(factor):]; len(e.Side) > 1 {
		must(fmt.Errorf("tile %q: want x or y, a multiple, or a number", s))
	}
	if factor != "" {
		e.Factor = number(factor)
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

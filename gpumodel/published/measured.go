package published

import (
	"bytes"
	"embed"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// measured holds what was measured on a real GPU, with the kernels that were measured
// besides the built-in programs. The heads of the tables say where, when and how.
//
//go:embed measured/h200_times.csv measured/h200_counters.csv measured/stride.cu measured/sums.cu measured/vector.cu
var measured embed.FS

// A Point is a launch that was measured.
type Point struct {
	Program string // a built-in one, or FILE/KERNEL of measured
	N       int    // its size, stride or offset
	Block   [2]int
	Grid    [2]int
	Shared  int // bytes of dynamic shared memory
	Defines map[string]string
	Values  map[string]float64 // of the further columns
}

// H200Times are launches on an H200 and how long they took: the columns that end in
// _us are microseconds.
func H200Times() []Point { return slices.Clone(h200Times()) }

// H200Counters are launches on an H200 and what Nsight Compute counted of them.
func H200Counters() []Point { return slices.Clone(h200Counters()) }

// Kernels is the text of a file of measured that programs FILE/KERNEL are in.
func Kernels(file string) (string, error) {
	text, err := measured.ReadFile("measured/" + file)
	return string(text), err
}

var (
	h200Times    = points("h200_times.csv")
	h200Counters = points("h200_counters.csv")
)

// points reads a table once. It is ours, so a bad row is our bug.
func points(name string) func() []Point {
	return sync.OnceValue(func() []Point {
		data, err := measured.ReadFile("measured/" + name)
		if err != nil {
			panic("BUG: " + err.Error())
		}
		r := csv.NewReader(bytes.NewReader(data))
		r.Comment = '#'
		records, err := r.ReadAll()
		if err != nil {
			panic("BUG: " + err.Error())
		}
		var all []Point
		for _, record := range records[1:] {
			all = append(all, point(name, records[0], record))
		}
		return all
	})
}

func point(table string, columns, record []string) Point {
	p := Point{Values: map[string]float64{}}
	for i, column := range columns {
		switch text := record[i]; column {
		case "program":
			p.Program = text
		case "n":
			p.N = int(number(table, text))
		case "block":
			p.Block = sides(table, text)
		case "grid":
			p.Grid = sides(table, text)
		case "shared":
			p.Shared = int(number(table, text))
		case "defines":
			p.Defines = defines(text)
		default:
			if text != "" {
				p.Values[column] = number(table, text)
			}
		}
	}
	return p
}

func number(table, text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic("BUG: " + table + ": " + err.Error())
	}
	return x
}

// sides are those of "32x8", or of "256".
func sides(table, text string) [2]int {
	x, y, two := strings.Cut(text, "x")
	if !two {
		y = "1"
	}
	return [2]int{int(number(table, x)), int(number(table, y))}
}

// defines are those of "A=1;B=2".
func defines(text string) map[string]string {
	all := map[string]string{}
	for one := range strings.SplitSeq(text, ";") {
		if name, value, ok := strings.Cut(one, "="); ok {
			all[name] = value
		}
	}
	return all
}

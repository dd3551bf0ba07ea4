// Package published holds the figures that the lectures print for GPU programs,
// as data with their context. Tests and notebooks compare with them; the model
// never reads them.
package published

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"sync"
)

//go:embed published.csv
var data []byte

// A Row is one figure.
type Row struct {
	Seed    string // number of the lecture
	Device  string
	Family  string // the first part of a program's name, or a topic
	Program string // the variant, or what the figure is of
	Size    string // n, or which sizes
	Block   string // threads, as in 32x8
	Figure  float64
	Printed string // the figure as the lecture prints it: a number, or a range or pair, of which Figure is NaN
	Unit    string
	Kind    string // measured, bound or count
	Note    string
}

// Rows returns all figures in the order of the file.
func Rows() []Row { return slices.Clone(load()) }

// load reads the embedded file once. It is ours, so a bad row is our bug.
var load = sync.OnceValue(func() []Row {
	r := csv.NewReader(bytes.NewReader(data))
	r.Comment = '#'
	records, err := r.ReadAll()
	if err != nil {
		panic("BUG: " + err.Error())
	}
	var rows []Row
	for _, f := range records[1:] {
		figure, err := strconv.ParseFloat(f[6], 64)
		if err != nil {
			figure = math.NaN()
		}
		rows = append(rows, Row{Seed: f[0], Device: f[1], Family: f[2], Program: f[3], Size: f[4], Block: f[5],
			Figure: figure, Printed: f[6], Unit: f[7], Kind: f[8], Note: f[9]})
	}
	return rows
})

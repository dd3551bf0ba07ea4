package host

import (
	_ "embed"
	"encoding/csv"
	"strconv"
	"strings"
	"sync"
)

//go:embed data/runtime.csv
var runtimeTable string

// runtimeConstants are what calls of the runtime take of the host's time, and the like: rows with a unit, a kind and a source.
var runtimeConstants = sync.OnceValue(func() map[string]float64 {
	rows, err := csv.NewReader(strings.NewReader(runtimeTable)).ReadAll()
	if err != nil {
		panic("BUG: " + err.Error())
	}
	m := map[string]float64{}
	for _, row := range rows[1:] {
		v, err := strconv.ParseFloat(row[1], 64)
		if err != nil {
			panic("BUG: " + err.Error())
		}
		m[row[0]] = v
	}
	return m
})

// microseconds returns a constant that is stored in microseconds, in seconds.
func microseconds(name string) float64 {
	v, ok := runtimeConstants()[name]
	if !ok {
		panic("BUG: no constant " + name)
	}
	return v * 1e-6
}

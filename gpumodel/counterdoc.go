package gpumodel

import "slices"

// A CounterDoc says what a counter is called and what it counts.
type CounterDoc struct {
	Name    string   // Nsight Compute's
	Aliases []string // nvprof's and the CUDA 2.x profiler's
	Doc     string
}

// CounterDocs lists all counters.
func CounterDocs() []CounterDoc {
	list := make([]CounterDoc, len(counterTable))
	for i, row := range counterTable {
		list[i] = CounterDoc{row.name, slices.Clone(row.aliases), row.doc}
	}
	return list
}

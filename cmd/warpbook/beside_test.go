package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
)

// BenchmarkBesideIPykernel measures this kernel and ipykernel by turns in one run, with
// the same client (jupyter_client): from the start of the process to the first reply,
// the round trip of 1+1, and the resident memory at rest. docs/rationale.md shows its table.
func BenchmarkBesideIPykernel(b *testing.B) {
	python := tool(b, "WARPBOOK_PYTHON", "a Python with jupyter_client and ipykernel")
	exe, prefix := program(b), b.TempDir()
	output(b, jupyterEnv(prefix), exe, "install", "--prefix", prefix)
	var results map[string]struct{ Start, Trips, Memory []float64 }
	for b.Loop() {
		text := output(b, jupyterEnv(prefix), python, "testdata/beside.py", "7", "210", "warpbook", "python3")
		if err := json.Unmarshal([]byte(text), &results); err != nil {
			b.Fatal(err)
		}
	}
	ours, theirs := results["warpbook"], results["python3"]
	for _, row := range []struct {
		name, unit   string
		scale        float64
		ours, theirs []float64
	}{
		{"start to first reply", "ms", 1e3, ours.Start, theirs.Start},
		{"round trip of 1+1", "ms", 1e3, ours.Trips, theirs.Trips},
		{"resident memory at rest", "MB", 1e-6, ours.Memory, theirs.Memory},
	} {
		x, y := median(row.ours)*row.scale, median(row.theirs)*row.scale
		fmt.Printf("| %s | %.3g %s | %.3g %[3]s | %.3[5]g times |\n", row.name, x, row.unit, y, y/x)
	}
	b.ReportMetric(median(theirs.Start)/median(ours.Start), "start-ratio")
	b.ReportMetric(median(theirs.Trips)/median(ours.Trips), "trip-ratio")
	b.ReportMetric(median(theirs.Memory)/median(ours.Memory), "memory-ratio")
	b.ReportMetric(0, "ns/op") // says nothing here
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}

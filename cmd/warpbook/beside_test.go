package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
)

// BenchmarkBesideIPykernel measures this kernel and ipykernel by turns in one run, with
// the same client (jupyter_client): from the start of the process to the first replies,
// the round trip of 1+1, and the resident memory at rest. Then the starts again, with a
// quota of the processor for the client and the kernels together, as on a machine that
// is slow. docs/rationale.md shows its tables.
func BenchmarkBesideIPykernel(b *testing.B) {
	python := tool(b, "WARPBOOK_PYTHON", "a Python with jupyter_client and ipykernel")
	exe, prefix := program(b), b.TempDir()
	output(b, jupyterEnv(prefix), exe, "install", "--prefix", prefix)
	measure := func(b *testing.B, cells string, wrapper ...string) (ours, theirs besides) {
		var results map[string]besides
		argv := append(wrapper, python, "testdata/beside.py", "10", cells, "warpbook", "python3")
		text := output(b, jupyterEnv(prefix), argv[0], argv[1:]...)
		if err := json.Unmarshal([]byte(text), &results); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(0, "ns/op") // says nothing here
		return results["warpbook"], results["python3"]
	}
	b.Run("FullSpeed", func(b *testing.B) {
		for b.Loop() {
			ours, theirs := measure(b, "210")
			compareStarts(b, ours, theirs)
			compare(b, "round trip of 1+1", "ms", 1e3, ours.Trips, theirs.Trips)
			compare(b, "resident memory at rest", "MB", 1e-6, ours.Memory, theirs.Memory)
		}
	})
	for _, period := range []int{10, 100} { // ms; systemd's CPUQuota= has 100
		b.Run(fmt.Sprintf("HalfACore/%dms", period), func(b *testing.B) {
			for b.Loop() {
				ours, theirs := measure(b, "0", quota(b, 50, period)...)
				compareStarts(b, ours, theirs)
			}
		})
	}
}

// besides is what is measured of one kernel.
type besides struct{ Start, First, Trips, Memory []float64 }

func compareStarts(b *testing.B, ours, theirs besides) {
	compare(b, "start to first reply", "ms", 1e3, ours.Start, theirs.Start)
	compare(b, "start to the reply of the first cell", "ms", 1e3, ours.First, theirs.First)
}

// compare prints a row of the table: medians, and of few values the extremes.
func compare(b *testing.B, name, unit string, scale float64, ours, theirs []float64) {
	text := func(x []float64) string {
		s := fmt.Sprintf("%.3g %s", median(x)*scale, unit)
		if len(x) <= 20 { // median has sorted them
			s += fmt.Sprintf(" (%.3g to %.3g)", x[0]*scale, x[len(x)-1]*scale)
		}
		return s
	}
	ratio := median(theirs) / median(ours)
	fmt.Printf("| %s | %s | %s | %.3g times |\n", name, text(ours), text(theirs), ratio)
}

func median(x []float64) float64 {
	slices.Sort(x)
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}

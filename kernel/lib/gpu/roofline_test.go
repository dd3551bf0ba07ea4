package gpu

import (
	"math"
	"testing"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
)

// The roof of the GTX 280 bends at 622.08 / 141.696 flops per byte; the lecture's
// ceilings are 622, 415 and, for two outputs with B transposed, 311 GFLOP/s.
func TestRoofline(t *testing.T) {
	d, err := device.Get("GTX 280")
	if err != nil {
		t.Fatal(err)
	}
	p, err := gpumodel.FindProgram("matmul/two_outputs_transposed")
	if err != nil {
		t.Fatal(err)
	}
	const n = 64
	r, err := p.Run(t.Context(), d, gpumodel.ProgramRun{N: n, Mode: gpumodel.Sample, Check: gpumodel.Sample})
	if err != nil {
		t.Fatal(err)
	}
	all := []*gpumodel.Analysis{gpumodel.Analyze(r), gpumodel.Analyze(r)}
	f, err := rooflineOf(all)
	if err != nil {
		t.Fatal(err)
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got/want-1) > 1e-6 {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	roof, point := f.Series[0], f.Series[1]
	near("bend", roof.X[1], 622.08/141.696)
	near("slope", roof.Y[0]/roof.X[0], 141.696)
	near("peak", roof.Y[2], 622.08)
	// A block of 32 × 32 elements reads two such tiles for every 32 of n and stores one:
	// 2 · 32³ flops a tile and, for n = 64, (2 · 2 + 1) · 32² words.
	near("flops per byte", point.X[0], 2*2*32*32*32/(5*32*32*4.))
	near("throughput", point.Y[0], r.GFLOPs())
	lines, err := ceilingLines(all, starlark.True)
	if err != nil || len(lines) != 3 {
		t.Fatalf("%v, %v: want the peak, the MAD and one inner loop", lines, err)
	}
	for i, want := range []float64{622.08, 414.72, 311.04} {
		if math.Abs(lines[i].Y/want-1) > 0.01 {
			t.Errorf("%s at %v, want %v", lines[i].Label, lines[i].Y, want)
		}
	}
}

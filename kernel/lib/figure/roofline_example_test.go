package figure_test

import (
	"math"
	"testing"

	"warpbook.dev/gpumodel/advise"
	"warpbook.dev/kernel/lib/figure"
)

// Two matrix products under the roof of the GTX 280: tiles move less for each operation.
func ExampleRoofline() {
	var all []*advise.Analysis
	for _, program := range []string{"matmul/naive", "matmul/tiled"} {
		all = append(all, advise.Analyze(run(program, "GTX 280", 256)))
	}
	f := must(figure.Roofline(all))
	f.References = figure.Ceilings(all)
	show(f)
	// Output:
	// Roofline
	// GTX 280, modelled; error bars: uncertainty of samples, 95 %
	//
	// arithmetic throughput (GFLOP/s)
	//     │
	//     │---------------------------------------oooooooooooooooooooo-
	// 500 ┤------------------------------------ooo---------------------
	//     │                                 ooo
	//     │                              ooo
	// 200 ┤---------------------------ooo------------------------------
	//     │                        ooo            ^
	//     │----------------------oo------------------------------------
	// 100 ┤                   ooo
	//     │                ooo
	//     │             ooo
	//  50 ┤          ooo
	//     │       ooo
	//     │    ooo
	//     │ ooo      #
	//  20 ┤
	//     └──────┬────────┬───────┬───────┬────────┬───────┬────────┬──
	//          0.25      0.5      1       2        4       8       16
	//                 flops for each byte on the memory bus
	//   o bandwidth 141.7 GB/s and peak
	//   # matmul/naive, error bars up to ± 5 %
	//   ^ matmul/tiled
	//   - peak 622.1 GFLOP/s
	//   - MAD with a shared operand 414.7 GFLOP/s
	//   - inner loop of naive 124.4 GFLOP/s
	//   - inner loop of tiled 216.4 GFLOP/s
}

// The roof of the GTX 280 bends at 622.08 / 141.696 flops per byte; the lecture's
// ceilings are 622, 415 and, for two outputs with B transposed, 311 GFLOP/s.
func TestRoofline(t *testing.T) {
	r := run("matmul/two_outputs_transposed", "GTX 280", 64)
	all := []*advise.Analysis{advise.Analyze(r), advise.Analyze(r)}
	f := must(figure.Roofline(all))
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
	lines := figure.Ceilings(all)
	if len(lines) != 3 {
		t.Fatalf("%v: want the peak, the MAD and one inner loop", lines)
	}
	for i, want := range []float64{622.08, 414.72, 311.04} {
		if math.Abs(lines[i].Y/want-1) > 0.01 {
			t.Errorf("%s at %v, want %v", lines[i].Label, lines[i].Y, want)
		}
	}
}

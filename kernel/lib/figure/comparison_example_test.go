package figure_test

import (
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/plotting"
)

// Modelled beside measured points of two kernels.
func ExampleComparison() {
	c := figure.Comparison{Columns: []string{"kernel", "n"}, Axis: plotting.Axis{Label: "time", Unit: "ms"}, Scale: 1e3, Unpaired: 1,
		Pairs: []figure.Pair{
			{Name: "naive", Key: []any{"naive", 256}, Model: 0.9e-3, Measured: 1e-3},
			{Name: "naive", Key: []any{"naive", 512}, Model: 4.2e-3, Measured: 4e-3},
			{Name: "tiled", Key: []any{"tiled", 512}, Model: 0.5e-3, Measured: 0.5e-3},
		}}
	show(c.View(2))
	show(c.Programs())
	// Output:
	// time: mean error 5 % of 3 points, rank correlation 1; 1 points that only one of the two has are left out; the first 2 (c.rows has all)
	// kernel    n  model (ms)  measured (ms)  error (%)
	// ──────  ───  ──────────  ─────────────  ─────────
	// naive   256         0.9              1        -10
	// naive   512         4.2              4          5
	//
	// kernel  points  mean error  worst  rank correlation
	// ──────  ──────  ──────────  ─────  ────────────────
	// naive        2       0.075   -0.1                 1
	// tiled        1           0      0                 –
}

package figure_test

import (
	"warpbook.dev/gpumodel/advise"
	"warpbook.dev/kernel/lib/figure"
)

// KTT's vector has more components; here are two.
func ExampleBottlenecks() {
	show(figure.Bottlenecks([]advise.Bottleneck{{Name: "bnDRAMRead", Value: 0.0556, Doc: "reads from DRAM"},
		{Name: "bnDRAMWrite", Value: 0.445, Doc: "writes to DRAM"}}))
	// Output:
	// bottleneck    value  0 … 1      of
	// ───────────  ──────  ─────────  ───────────────
	// bnDRAMRead   0.0556  █          reads from DRAM
	// bnDRAMWrite   0.445  █████████  writes to DRAM
}

package figure_test

import (
	"context"

	"warpbook.dev/gpumodel/pcie"
	"warpbook.dev/kernel/lib/figure"
)

// Two chunks are copied while others are computed.
func ExamplePipeline() {
	d := gpu("C2050")
	in := must(pcie.NewTransfer(context.Background(), d, 1<<20, true, true))
	show(figure.Transfer(in))
	ops := []pcie.Op{{Transfer: in}, {Result: run("transpose/padded", "C2050", 512)}}
	show(figure.Pipeline(must(pcie.Schedule(d, pcie.Issue(ops, 2, 2, pcie.BreadthFirst))), 20))
	// Output:
	// transfer    copy to device, page-locked
	// ──────────  ───────────────────────────
	// GPU         Tesla C2050, modelled
	// bytes       1,048,576
	// time        184.8 µs
	// throughput  5.675 GB/s, 70.9 % of 8
	//
	// Tesla C2050, modelled: 389.7 µs; 409.9 µs one after the other (1.05×)
	// op                stream  chunk  start (ms)  end (ms)  overlapped (ms)
	// ────────────────  ──────  ─────  ──────────  ────────  ───────────────
	// copy to device         0      0           0    0.1848                0
	// copy to device         1      1      0.1848    0.3695          0.02021
	// transpose/padded       0      0      0.1848     0.205          0.02021
	// transpose/padded       1      1      0.3695    0.3897                0
}

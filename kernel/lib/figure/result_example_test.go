package figure_test

import (
	"warpbook.dev/kernel/lib/figure"
)

// A launch in a few lines, and all that bounds it.
func ExampleResult() {
	r := run("transpose/padded", "GTX 280", 64)
	show(figure.Result(r))
	show(figure.Bounds(r))
	// Output:
	// launch      transpose/padded<<<(2, 2), (32, 8)>>>
	// ──────────  ─────────────────────────────────────
	// GPU         GTX 280, modelled
	// time        2.144 µs
	// throughput  15.28 GB/s, 10.8 % of 141.7
	// bound       latency
	// occupancy   75 %, limited by shared memory
	//
	// bound                time (s)   share  formula
	// ───────────────────  ────────  ──────  ───────────────────────────────────────────────────────────────────────────────────────
	// latency              2.144e-6       1  0.044 waves of 90 blocks wait for memory, barriers and dependences with 24 warps per SM
	// DRAM bandwidth       2.313e-7   0.108  32,768 bytes on the bus / 141.7 GB/s
	// issue                2.173e-7   0.101  8,448 clocks of the cores / 30 SMs / 1296 MHz
	// DRAM row activation    1.2e-7   0.056  80 row activations / 8 partitions × max(tRRD 10 ns, tFAW/4 12 ns)
	// shared memory        2.634e-8  0.0123  512 bank passes × 2 clocks / 30 SMs / 1296 MHz
}

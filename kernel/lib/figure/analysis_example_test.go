package figure_test

import (
	"warpbook.dev/gpumodel/advise"
	"warpbook.dev/kernel/lib/figure"
)

// The flops for each word that a tiled matrix product moves, and what they allow.
func ExampleAnalysis() {
	a := figure.Analysis{Analysis: advise.Analyze(run("matmul/tiled", "GTX 280", 256))}
	show(a.Table())
	show(a.CeilingTable())
	// Output:
	// matmul/tiled<<<(16, 16), (16, 16)>>> on GTX 280: bound by bandwidth
	// figure                                    value  unit        formula
	// ───────────────────────────────────────  ──────  ──────────  ─────────────────────────────────────────────────────────────────────
	// threads                                  65,536              the GPU holds 30,720
	// as the threads ask                        15.52  flops/word  33,554,432 flops / 2,162,688 words
	// different words of a request              15.52  flops/word  33,554,432 flops / 2,162,688 words
	// as the bus moves                          15.52  flops/word  33,554,432 flops / 2,162,688 words
	// of the GPU                                17.56  flops/word  peak / words per second
	// bound by issue                              172  GFLOP/s     7,585,792 clocks of the cores / 30 SMs / 1296 MHz
	// bound by instructions of the inner loop   216.4  GFLOP/s     1,024 flops of a warp / 184 clocks × 30 SMs × 1296 MHz
	// bound by shared memory                    292.7  GFLOP/s     2,228,224 bank passes × 2 clocks / 30 SMs / 1296 MHz
	// bound by bandwidth, no word moved twice   549.6  GFLOP/s     15.52 flops per word × 35.42 × 10⁹ words/s
	// bound by DRAM bandwidth                   549.6  GFLOP/s     8,650,752 bytes on the bus / 141.7 GB/s
	// bound by peak                             622.1  GFLOP/s     30 SMs × 8 cores × 2 × 1296 MHz
	// bound by DRAM row activation              965.7  GFLOP/s     23,163 row activations / 8 partitions × max(tRRD 10 ns, tFAW/4 12 ns)
	//
	// ceiling                         gflops  formula
	// ──────────────────────────────  ──────  ─────────────────────────────────────────────────────────────────────
	// issue                              172  7,585,792 clocks of the cores / 30 SMs / 1296 MHz
	// instructions of the inner loop   216.4  1,024 flops of a warp / 184 clocks × 30 SMs × 1296 MHz
	// shared memory                    292.7  2,228,224 bank passes × 2 clocks / 30 SMs / 1296 MHz
	// bandwidth, no word moved twice   549.6  15.52 flops per word × 35.42 × 10⁹ words/s
	// DRAM bandwidth                   549.6  8,650,752 bytes on the bus / 141.7 GB/s
	// peak                             622.1  30 SMs × 8 cores × 2 × 1296 MHz
	// DRAM row activation              965.7  23,163 row activations / 8 partitions × max(tRRD 10 ns, tFAW/4 12 ns)
}

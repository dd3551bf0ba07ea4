package figure_test

import (
	"warpbook.dev/kernel/lib/figure"
)

// Two cards and a generation of which rates and limits alone are known.
func ExampleDevices() {
	show(figure.Devices(gpu("GTX 280"), gpu("H200"), gpu("6.1")))
	show(figure.Device(gpu("GTX 280")))
	// Output:
	// GPU                     compute capability  model       SMs  cores per SM  clock (MHz)  memory           bandwidth (GB/s)  peak (GFLOP/s)  fp64 rate
	// ──────────────────────  ──────────────────  ──────────  ───  ────────────  ───────────  ───────────────  ────────────────  ──────────────  ─────────
	// GTX 280                 1.3                 full         30             8         1296  1024 MB GDDR3               141.7           622.1  1/8
	// H200                    9.0                 full        132           128         1980  143771 MB HBM3e              4814          66,908  1/2
	// compute capability 6.1  6.1                 rates only                                                                                     1/32
	//
	// GTX 280
	// figure                         value
	// ─────────────────────────────  ─────────────
	// model                          full
	// compute capability             1.3
	// multiprocessors                30 of 8 cores
	// clock                          1296 MHz
	// memory                         1024 MB GDDR3
	// bandwidth                      141.7 GB/s
	// peak                           622.1 GFLOP/s
	// warps of a multiprocessor      32
	// threads of a block             512
	// registers of a multiprocessor  16384
	// shared memory of a block       16384 B
}

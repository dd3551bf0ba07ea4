package figure_test

import (
	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/figure"
)

// What a multiprocessor of compute capability 8.6 holds of such blocks, and why. Above
// these places the sheet has curves over threads, registers and shared memory.
func ExampleOccupancy() {
	o := must(figure.NewOccupancy(gpu("8.6"), "40 registers, 16384 B of shared memory", gpumodel.Dim3{X: 256, Y: 1, Z: 1}, 40, 16384, 0))
	show(o.Table())
	show(o.Sheet()[1])
	// Output:
	// 40 registers, 16384 B of shared memory, block 256, on compute capability 8.6: 40 of 48 warps, 83.3 %, limited by shared memory
	// resource       blocks per SM
	// ─────────────  ─────────────
	// blocks                    16
	// threads                    6
	// registers                  6
	// shared memory              5
	//
	// Why: 5 blocks, limited by shared memory
	// each row is one resource of a multiprocessor, divided into the parts that one
	// block needs
	//
	// blocks         #####...........
	// threads        #####.
	// registers      #####.
	// shared memory  #####
}

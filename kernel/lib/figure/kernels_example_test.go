package figure_test

import (
	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/programs"
	"warpbook.dev/kernel/lib/figure"
)

// Which size of a block lets a kernel fill a multiprocessor.
func ExampleBlockSizes() {
	r := run("transpose/padded", "GTX 280", 64)
	show(figure.BlockSizes(r.Kernel, r.Device, []gpumodel.Dim3{{X: 64, Y: 1, Z: 1}, {X: 256, Y: 1, Z: 1}, {X: 1024, Y: 1, Z: 1}}))
	p := must(programs.Find("transpose/padded"))
	show(figure.Programs([]*programs.Program{p}))
	// Output:
	// occupancy
	// block  blocks per SM  warps per SM  occupancy  limited by
	// ─────  ─────────────  ────────────  ─────────  ─────────────
	// 64                 3             6  18.8 %     shared memory
	// 256                3            24  75 %       shared memory
	//
	// program           what it does                                                              lecture
	// ────────────────  ────────────────────────────────────────────────────────────────────────  ───────────────────────────
	// transpose/padded  Transposes through a padded tile: coalesced, and without bank conflicts.  GPU Hardware Performance II
}

package figure_test

import (
	"context"

	"warpbook.dev/kernel/lib/figure"
)

// The tiles of two matrices that three blocks load in the first two rounds of their loop.
func ExampleTileLoads() {
	r := run("matmul/tiled", "GTX 280", 64)
	show(must(figure.TileLoads(context.Background(), r, 2, []int{0, 1, r.Launch.Grid.X}, false)))
	// Output:
	// what each block of matmul/tiled<<<(4, 4), (16, 16)>>> loads
	// phase  array  block (0, 0)    block (1, 0)     block (0, 1)
	// ─────  ─────  ──────────────  ───────────────  ───────────────
	//     0  A      A[0:16][0:16]   A[0:16][0:16]    A[16:32][0:16]
	//     0  B      B[0:16][0:16]   B[0:16][16:32]   B[0:16][0:16]
	//     1  A      A[0:16][16:32]  A[0:16][16:32]   A[16:32][16:32]
	//     1  B      B[16:32][0:16]  B[16:32][16:32]  B[16:32][0:16]
}

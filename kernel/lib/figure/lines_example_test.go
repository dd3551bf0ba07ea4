package figure_test

import (
	"warpbook.dev/gpumodel/report"
	"warpbook.dev/kernel/lib/figure"
)

// What each line of a kernel executes, asks for and waits for.
func ExampleLines() {
	show(figure.Lines(must(report.Lines(run("transpose/padded", "GTX 280", 64)))))
	// Output:
	// line  source                                                                 instructions  issued  threads  sectors per request  bank passes  stall share  stall
	// ────  ─────────────────────────────────────────────────────────────────────  ────────────  ──────  ───────  ───────────────────  ───────────  ───────────  ──────────────────
	//    8  __global__ void mtran_padded(float *odata, const float *idata, int n)           224     224       32                                 0        0.124  math_pipe_throttle
	//   11  int x = blockIdx.x * TILE_DIM + threadIdx.x;                                     64      64       32                                 0       0.0413  wait
	//   12  int y = blockIdx.y * TILE_DIM + threadIdx.y;                                     64      64       32                                 0            0
	//   13  int index_in = x + y * n;                                                       160     160       32                                 0       0.0589  wait
	//   16  tile[threadIdx.y + i][threadIdx.x] = idata[index_in + i * n];                   896     896       32                    4          256        0.368  wait
	//   17  __syncthreads();                                                                 32      32       32                                 0       0.0476  barrier
	//   19  x = blockIdx.y * TILE_DIM + threadIdx.x;                                         32      32       32                                 0       0.0489  math_pipe_throttle
	//   20  y = blockIdx.x * TILE_DIM + threadIdx.y;                                         32      32       32                                 0            0
	//   21  int index_out = x + y * n;                                                      160     160       32                                 0       0.0382  wait
	//   24  odata[index_out + i * n] = tile[threadIdx.x][threadIdx.y + i];                  736     736       32                    4          256         0.22  wait
}

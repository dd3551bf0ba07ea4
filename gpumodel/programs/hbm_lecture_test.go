package programs

import (
	"testing"
	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// The lecture on coalescing, coarsening and privatisation, by counters that can be worked
// out by hand: of the two loads of a product at a step one is a word of N, a sector, and the
// other a row of M, four sectors, or 32 words a row apart.
func TestLectureOnCoalescing(t *testing.T) {
	const n = 64
	const loads, sectors = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
	d := modeltest.Card(t, "H200")
	for program, want := range map[string]float64{"product/row_major": 4 + 1, "product/column_major": 32 + 1} {
		r := runProgramOn(t, d, program, Run{N: n, Check: gpumodel.Full})
		counters(t, r, map[string]float64{loads: 2 * n * n * n / 32, sectors: want * n * n * n / 32})
	}
	// A request is half a row of a tile twice: two sectors of each of two rows of N, and of M
	// either the same or a sector of each of 16 columns, of which both halves want one.
	for program, want := range map[string]float64{"product/corner_turning": 4 + 4, "product/column_tiles": 4 + 16} {
		r := runProgramOn(t, d, program, Run{N: n, Check: gpumodel.Full})
		counters(t, r, map[string]float64{loads: 2 * n * n * n / 16 / 32, sectors: want * n * n * n / 16 / 32})
	}
	// Every tile of B is loaded as before, a tile of A for as many as a thread has elements.
	for coarse, share := range map[string]float64{"1": 1, "2": 2, "4": 4} {
		r := runProgramOn(t, d, "matmul/coarsened", Run{N: n, Check: gpumodel.Full, Defines: map[string]string{"COARSE": coarse}})
		counters(t, r, map[string]float64{loads: n * n * n / 16 / 32 * (1 + 1/share)})
	}
	// An atomic for each value, for each bin of each block, and for each bin of fewer blocks.
	const values = 1 << 14
	for program, want := range map[string]float64{"histogram/global": values, "histogram/privatised": values / 256 * 32,
		"histogram/coarsened": values / 4096 * 32} {
		counters(t, runProgramOn(t, d, program, Run{N: values, Check: gpumodel.Full}), map[string]float64{"atomic_transactions": want})
	}
}

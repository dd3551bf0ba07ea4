package programs

import (
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/internal/tier"
)

// TestCounters derives the counters of each built-in program by hand, for a
// 64 × 64 matrix and blocks of 32 × 8 threads, and wants them exactly.
//
// 64 × 64 elements are 4096 words, 128 warps' worth. A warp of 32 neighbouring
// threads is two half-warps: a coalesced access is two transactions of 64 bytes,
// an access strided by a row of 256 bytes 32 transactions of 32 bytes.
//
//	128 warp accesses × 2 × 64 B   coalesced
//	128 warp accesses × 32 × 32 B  strided
//
// The tiled kernels store and load each of the 128 warp rows of the tiles once
// in shared memory. A row of a tile lies in 16 different banks per half-warp:
// one pass each, 2 per warp. A column of tile[32][32] has a stride of 32 words,
// all in one bank: 16 passes per half-warp, 32 per warp. Padded to 33 words the
// stride is odd: 2 passes.
func TestCounters(t *testing.T) {
	const n, warps = 64, 128
	coalesced := traffic{t64: 2 * warps, bytes: 128 * warps}
	strided := traffic{t32: 32 * warps, bytes: 32 * 32 * warps}
	rows, columns := 2*warps, 32*warps
	tests := map[string]struct {
		load, store           traffic
		sharedLoad, sharedUse int // bank passes of loads; of stores
		barriers              int
	}{
		"transpose/copy":         {load: coalesced, store: coalesced},
		"transpose/naive":        {load: coalesced, store: strided},
		"transpose/both_strided": {load: strided, store: strided},
		"transpose/tiled":        {coalesced, coalesced, columns, rows, 4 * 8},
		"transpose/tile_copy":    {coalesced, coalesced, rows, rows, 4 * 8},
		"transpose/padded":       {coalesced, coalesced, rows, rows, 4 * 8},
		"transpose/diagonal":     {coalesced, coalesced, rows, rows, 4 * 8},
	}
	for _, p := range All("transpose") {
		tt, ok := tests[p.Name]
		if !ok {
			t.Errorf("%s has no expected counters", p.Name)
			continue
		}
		r := runProgram(t, p.Name, Run{N: n, Mode: gpumodel.Full})
		shared := 0
		if tt.sharedUse > 0 {
			shared = warps
		}
		for name, want := range map[string]int{
			"gld_request": warps, "gst_request": warps,
			"gld_32b": tt.load.t32, "gld_64b": tt.load.t64, "gld_128b": 0,
			"gst_32b": tt.store.t32, "gst_64b": tt.store.t64, "gst_128b": 0,
			"dram__bytes_read.sum": tt.load.bytes, "dram__bytes_write.sum": tt.store.bytes,
			"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": tt.load.bytes / 32,
			"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": tt.store.bytes / 32,
			"shared_load": shared, "shared_store": shared,
			"shared_load_transactions": tt.sharedLoad, "shared_store_transactions": tt.sharedUse,
			"shared_ld_bank_conflict": tt.sharedLoad - 2*shared, "shared_st_bank_conflict": 0,
			"warp_serialize": tt.sharedLoad - 2*shared,
			"inst_barrier":   tt.barriers, "divergent_branch": 0,
			"inst_bytes_requested": 2 * n * n * 4,
		} {
			if got, err := r.Counters.Get(name); err != nil || got != float64(want) {
				t.Errorf("%s: %s is %v, want %d (%v)", p.Name, name, got, want, err)
			}
		}
	}
}

type traffic struct{ t32, t64, bytes int }

// TestSampledCountersScale: a sampled launch of a uniform grid counts what a full one does.
func TestSampledCountersScale(t *testing.T) {
	tier.Check(t)
	const n = 1536
	for _, p := range All("transpose") {
		full := runProgram(t, p.Name, Run{N: n, Mode: gpumodel.Full, Check: gpumodel.Sample})
		sampled := runProgram(t, p.Name, Run{N: n, Mode: gpumodel.Sample})
		if sampled.Sampled >= 1 {
			t.Errorf("%s: nothing was sampled at n = %d", p.Name, n)
		}
		for _, name := range []string{"inst_executed", "gld_transactions", "gst_transactions", "shared_load_transactions",
			"dram__bytes_read.sum"} {
			a, err := full.Counters.Get(name)
			if err != nil {
				t.Fatal(err)
			}
			b, _ := sampled.Counters.Get(name)
			if a != b {
				t.Errorf("%s: %s is %v in full, %v sampled", p.Name, name, a, b)
			}
		}
	}
}

package programs

import (
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/tier"
)

// TestColumns derives by hand what a warp of the C2050 does with a level. It has six loads of
// 64-bit words, requests of half-warps. A thread's own run: neighbours are 64 bytes apart, so
// a half-warp touches 8 lines of 128 bytes, and 9 where it reads the column east of it, from
// the middle of a line on. A warp's run: a half-warp reads a line, and 2 east of it.
func TestColumns(t *testing.T) {
	const n = 1 << 12
	loads := float64(n / 32 * columnLevels * 6)
	for name, lines := range map[string]float64{"climate/per_thread": 5*8 + 9, "climate/per_warp": 5*1 + 2} {
		r := runProgramOn(t, modeltest.Card(t, "C2050"), name, Run{N: n, Check: gpumodel.Full})
		v := r.Counters.Value
		if got := v("gld_request"); got != loads {
			t.Errorf("%s: %v loads, want %v", name, got, loads)
		}
		if got, want := v("l1_global_load_hit")+v("l1_global_load_miss"), loads/6*2*lines; got != want {
			t.Errorf("%s: %v transactions, want %v", name, got, want)
		}
	}
}

// What helps where each thread walks its own run: loads past the L1 and textures, which move
// 32 bytes, and best another order in memory.
func TestColumnPatterns(t *testing.T) {
	tier.Check(t)
	at := func(name, loads string) *gpumodel.Result {
		return runProgramOn(t, modeltest.Card(t, "C2050"), name, Run{N: 1 << 14, Mode: gpumodel.Sample,
			Options: gpumodel.Options{LoadCaching: loads}})
	}
	before := at("climate/per_thread", "")
	gain(t, before, at("climate/per_thread", "cg"), 1.3, 2)
	gain(t, before, at("climate/per_thread_texture", ""), 1.3, 2)
	gain(t, before, at("climate/per_warp", ""), 4, 10)
	if before.Bound() != gpumodel.BoundDRAM {
		t.Errorf("bound by %s", before.Bound())
	}
}

// TestTile derives the replays by hand. A warp reads a column of 16 doubles twice; each
// half-warp meets in one pair of banks. Once would do for a request of the warp, and 15 times
// it is issued again, which the event of 64-bit words counts twice.
func TestTile(t *testing.T) {
	const n, warps = 64, 64 * 64 / 32
	for name, replays := range map[string]float64{"climate/conflicts": 2 * 15 * warps, "climate/padded": 0} {
		r := runProgramOn(t, modeltest.Card(t, "C2050"), name, Run{N: n, Check: gpumodel.Full})
		v := r.Counters.Value
		if got := v("inst_issued") - v("inst_executed"); got != replays {
			t.Errorf("%s: %v replays, want %v", name, got, replays)
		}
		if got := v("l1_shared_bank_conflict"); got != 2*replays {
			t.Errorf("%s: %v conflicts, want %v", name, got, 2*replays)
		}
	}
}

package counter

import (
	"math"
	"testing"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing"
	"warpbook.dev/gpumodel/warp"
)

// The balanced ratios of the lecture come out of the device's constants: 14 SMs of 32
// instructions at 1.15 GHz are 515.2e9 a second, over 144e9 bytes, or 115.2e9 with ECC.
// Others by hand: 15 × 32 × 1.401 over 177.4; 30 × 8 × 1.296 over 141.7.
func TestBalancedRatio(t *testing.T) {
	for _, x := range []struct {
		name    string
		ecc     bool
		want    float64
		printed float64 // by the lecture, if it does
	}{
		{"C2050", false, 515.2 / 144, 3.6},
		{"C2050", true, 515.2 / 115.2, 4.5},
		{"GTX 480", false, 15 * 32 * 1.401 / 177.4, 0},
		{"GTX 280", false, 30 * 8 * 1.296 / 141.7, 0},
		{"K20X", true, 14 * 192 * 0.732 / 199.7, 0},
	} {
		d, err := device.Get(x.name)
		if err != nil {
			t.Fatal(err)
		}
		card := *d
		card.ECC = x.ecc
		got := BalancedRatio(&card)
		if math.Abs(got-x.want) > 0.005*x.want {
			t.Errorf("%s, ECC %v: %.3f, want %.3f", x.name, x.ecc, got, x.want)
		}
		if x.printed > 0 && math.Abs(got-x.printed) > 0.05 {
			t.Errorf("%s, ECC %v: %.3f, the lecture prints %.1f", x.name, x.ecc, got, x.printed)
		}
	}
}

// The lecture's first case study: 18,194,139 instructions issued and 1,708,032 lines of
// 128 bytes are 2.66 instructions a byte, below the balance. Its spills: 376,889 misses of
// local loads beside 665,856 lines of global memory are 53.1 % of the traffic.
func TestInstructionByteRatio(t *testing.T) {
	s := New(&Run{
		Device: c2050(t), Blocks: 1, Threads: 32, Time: 1, Stats: &warp.Stats{Blocks: 1, Instructions: 18_194_139},
		Outcome: &timing.Outcome{Blocks: 1, Simulated: 1, L2: timing.SliceStats{Written: 4 * 1_708_032}},
	})
	if got := s.Value("instruction_byte_ratio"); math.Abs(got-2.66) > 0.005 {
		t.Errorf("%.3f instructions a byte, the lecture has 2.66", got)
	}
	local := int64(376_889 + 36_931)
	s = New(&Run{
		Device: c2050(t), Blocks: 1, Threads: 32, Time: 1,
		Stats: &warp.Stats{Blocks: 1, LocalLoads: warp.Traffic{Transactions: [3]int64{0, 0, local}}},
		Outcome: &timing.Outcome{Blocks: 1, Simulated: 1, L1Local: memory.CacheStats{Hits: 36_931, Misses: 376_889},
			L2: timing.SliceStats{Written: 4 * (2*376_889 + 550_656 + 115_200)}},
	})
	if got := s.Value("local_memory_overhead"); math.Abs(got-53.1) > 0.05 {
		t.Errorf("%.2f %% of the bytes are spills, the lecture has 53 %%", got)
	}
}

package programs

import (
	"flag"
	"math"
	"strconv"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/published"
)

var fit = flag.Bool("fit", false, "fit the memory controller's unpublished constants, as the doc of package device describes")

// TestFit finds the constants of the GDDR3 controller that nobody publishes, by
// the rule in the doc of package device: of a grid of tFAW and queue depths, the setting whose
// larger error on copy and both_strided is least. No other figure is looked at.
// The device's file must hold what it finds. It takes minutes: -fit runs it.
func TestFit(t *testing.T) {
	if !*fit {
		t.Skip("a search of 30 settings: go test ./gpumodel/programs -run Fit -fit -v")
	}
	base := modeltest.GTX280(t)
	least, best := math.Inf(1), [2]int{}
	for faw := 40; faw <= 50; faw += 2 {
		for queue := 8; queue <= 24; queue += 4 {
			d := modeltest.Override(t, base, "dram_tfaw_ns", strconv.Itoa(faw))
			d = modeltest.Override(t, d, "dram_write_queue", strconv.Itoa(queue))
			d = modeltest.Override(t, d, "dram_write_batch", strconv.Itoa(queue))
			d = modeltest.Override(t, d, "dram_read_queue", strconv.Itoa(2*queue))
			if e := fitError(t, d); e < least {
				least, best = e, [2]int{faw, queue}
				t.Logf("tFAW %d ns, write queue and batch %d, read queue %d: error %.1f %%", faw, queue, 2*queue, 100*e)
			}
		}
	}
	if int(base.TFAW) != best[0] || base.WriteQueue != best[1] || base.WriteBatch != best[1] || base.ReadQueue != 2*best[1] {
		t.Errorf("the GTX 280 has tFAW %g ns, write queue %d, batch %d, read queue %d; the rule gives tFAW %d, %d, %[6]d, %d",
			base.TFAW, base.WriteQueue, base.WriteBatch, base.ReadQueue, best[0], best[1], 2*best[1])
	}
}

// fitError is the larger error on the two plain copies.
func fitError(t *testing.T, d *device.Device) float64 {
	t.Helper()
	worst := 0.0
	for _, row := range published.Rows() {
		if row.Family != "transpose" || row.Program != "copy" && row.Program != "both_strided" {
			continue
		}
		p, err := Find("transpose/" + row.Program)
		if err != nil {
			t.Fatal(err)
		}
		r, err := p.Run(t.Context(), d, Run{N: 4000})
		if err != nil {
			t.Fatal(err)
		}
		worst = max(worst, math.Abs(math.Log(r.GBps()/row.Figure)))
	}
	return worst
}

// TestFitLatency finds the latency of the C2050's memory, within what the Programming
// Guide gives for Fermi, by what the lecture says of a plain copy: with 1024 threads on an
// SM it has 80 % of what memory can do. No other figure is looked at.
func TestFitLatency(t *testing.T) {
	if !*fit {
		t.Skip("a search of 5 settings: go test ./gpumodel/programs -run FitLatency -fit -v")
	}
	const threads, published = 1024, 0.80
	base := modeltest.Card(t, "C2050")
	least, best := math.Inf(1), 0
	for clocks := 400; clocks <= 800; clocks += 100 {
		d := modeltest.Override(t, base, "memory_latency_clocks", strconv.Itoa(clocks))
		rate := func(blocks int) float64 { // of 256 threads on an SM
			return runProgramOn(t, d, "transpose/copy", Run{N: 4096, Mode: gpumodel.Sample,
				Shared: d.SharedPerSM / blocks / d.SharedUnit * d.SharedUnit}).GBps()
		}
		all := rate(d.MaxWarpsPerSM * d.WarpSize / 256)
		share := rate(threads/256) / all
		t.Logf("%d clocks: %.1f GB/s, with %d threads %.0f %% of it", clocks, all, threads, 100*share)
		if e := math.Abs(share - published); e < least {
			least, best = e, clocks
		}
	}
	if base.MemoryLatencyClocks != best {
		t.Errorf("the C2050 has %d clocks; the rule gives %d", base.MemoryLatencyClocks, best)
	}
}

package sample

import (
	"math"
	"testing"

	"warpbook.dev/gpumodel/device"
)

// A run is cut off where a survey knows what is left, and its interval has the time of the whole run. Where
// nothing is known, as of blocks that depend on others, each block that begins is simulated to its end.
func TestCut(t *testing.T) {
	d, err := device.Get("H200")
	if err != nil {
		t.Fatal(err)
	}
	const blocks = 20_000
	c := Config{Device: d, Blocks: blocks, BlocksPerSM: 8, WarpsPerBlock: 1}
	source := rowsAndOwn(64)
	whole, err := c.run(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	c.Sample, c.steps, c.most = true, blocks*float64(len(source.warps[0])), 20_000
	cut, err := c.run(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	if off := math.Abs(whole.Time/cut.Time - 1); cut.Error == 0 || off > cut.Error || cut.Sampled > 0.5 {
		t.Errorf("%.3g of it takes %.4g s ± %.2g, the whole run %.4g s", cut.Sampled, cut.Time, cut.Error, whole.Time)
	}
	c.most = 0
	e := c.Engine(t.Context(), source)
	e.Fill()
	if _, err := c.within(e, c.most, never); err != nil || e.Paused() || e.Running() > 0 || e.Dispatched() != blocks {
		t.Errorf("%d blocks were dispatched, %d warps are left, %v", e.Dispatched(), e.Running(), err)
	}
}

package sample

import (
	"testing"

	"warpbook.dev/gpumodel/device"
)

// Blocks that nobody surveyed, because they depend on others, may differ however much the first ones agree: a
// launch of a few seconds is simulated whole, and what is left of a larger one is unknown.
func TestUnsurveyed(t *testing.T) {
	d, err := device.Get("H200")
	if err != nil {
		t.Fatal(err)
	}
	source := rowsAndOwn(64)
	for _, x := range []struct {
		blocks int
		alike  bool
		whole  bool
	}{
		{20_000, false, true},
		{20_000, true, false},
		{400_000, false, false},
	} {
		c := Config{Device: d, Blocks: x.blocks, BlocksPerSM: 8, WarpsPerBlock: 1, Sample: true, Alike: x.alike}
		o, err := c.run(t.Context(), source)
		if err != nil {
			t.Fatal(err)
		}
		if whole := o.Sampled == 1 && o.Error == 0; whole != x.whole {
			t.Errorf("%d blocks, alike %t: %.3g of it simulated ± %.2g", x.blocks, x.alike, o.Sampled, o.Error)
		}
		if !x.whole && !x.alike && o.Error < unknown {
			t.Errorf("%d blocks that nobody surveyed: %.3g of it simulated ± %.2g, at least ± %v asked", x.blocks, o.Sampled, o.Error, unknown)
		}
	}
}

package engine

import (
	"testing"

	"warpbook.dev/gpumodel/device"
)

// Blocks of a grid go to neighbouring TPCs first, one per SM before the second.
func TestDispatchOrder(t *testing.T) {
	d, err := device.Get("GTX 280")
	if err != nil {
		t.Fatal(err)
	}
	e := New(t.Context(), Config{Device: d, Blocks: 90, BlocksPerSM: 3, WarpsPerBlock: 8}, nil, func(*Engine) Memory { return nil })
	seen := map[int32]int{}
	for slot := range int32(d.SMs) {
		seen[e.SMOf(slot)]++
	}
	if len(seen) != d.SMs {
		t.Errorf("the first %d blocks share %d SMs", d.SMs, len(seen))
	}
	if a, b := e.SMOf(0)/3, e.SMOf(1)/3; a == b {
		t.Errorf("the first two blocks lie on one TPC")
	}
}

package counter

import (
	"math"
	"testing"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing"
)

// What an H200 keeps in its L2 of what a launch writes, in megabytes, as Nsight Compute shows it.
func TestKept(t *testing.T) {
	d, err := device.Get("H200")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what                string
		written, read, held float64
		least, most         float64
	}{
		{"stores alone", 268.4, 0, 0, 27.0, 27.1},
		{"copy", 268.4, 268.4, 0, 18.9, 24},
		{"small copy", 16.8, 16.8, 0, 16.3, 16.8},
		{"strided reads", 16.8, 33.6, 0, 12.2, 12.3},
		{"stencil", 67.1, 213.9, 0, 9.6, 9.8},
		{"small product", 4.2, 8.4, 4.2, 4.2, 4.2},
		{"product", 16.8, 33.6, 16.8, 4.3, 5.0},
	} {
		o := &timing.Outcome{Blocks: 1, DRAM: memory.PartitionStats{Bytes: int64((c.written + c.read) * 1e6), ReadBytes: int64(c.read * 1e6)}}
		if c.held > 0 {
			o.Held = timing.Held{Bytes: c.held * 1e6, Copies: timing.Sides}
		}
		r := Run{Device: d, Blocks: 1, Outcome: o}
		got := c.written - r.WrittenBytes()/1e6
		if apart := max(c.least-got, got-c.most); apart > 0.15*math.Max(c.most, 1) {
			t.Errorf("%s: %.1f MB stay, on the card %.1f to %.1f", c.what, got, c.least, c.most)
		}
	}
}

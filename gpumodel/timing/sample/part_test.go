package sample

import (
	"math"
	"testing"

	"warpbook.dev/gpumodel/device"
)

// A part has its share of everything that the SMs of a chip share.
func TestPart(t *testing.T) {
	for _, d := range device.All() {
		p, parts := part(d)
		if !d.Sectored() || d.TPCs <= wholeTPCs {
			if p != nil {
				t.Errorf("%s has a part", d.Name)
			}
			continue
		}
		if d.Modelled() != nil {
			continue
		}
		for what, got := range map[string]float64{
			"SMs": float64(d.SMs) / float64(p.SMs), "slices": float64(d.L2Slices) / float64(p.L2Slices),
			"partitions": float64(d.Partitions) / float64(p.Partitions), "L2": float64(d.L2KB) / float64(p.L2KB),
			"bandwidth": d.BandwidthGBps() / p.BandwidthGBps(),
		} {
			if math.Abs(got/parts-1) > 0.05 {
				t.Errorf("%s: %.2f parts by its %s, %.2f by its TPCs", d.Name, got, what, parts)
			}
		}
	}
}

// The strip of a grid has each of its blocks once.
func TestStrip(t *testing.T) {
	d, err := device.Get("H200")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []Config{{Blocks: 64 * 64, GridX: 64}, {Blocks: 64 * 7, GridX: 64}, {Blocks: 1000, GridX: 1000},
		{Blocks: 3 * 500, GridX: 3}, {Blocks: 600}} {
		c.Device, c.BlocksPerSM = d, 8
		s := newStrip(nil, &c, 4.7)
		seen := map[int]bool{}
		for b := range int(float64(c.Blocks) / 4.7) {
			n := s.number(b)
			if n < 0 || n >= c.Blocks || seen[n] {
				t.Fatalf("%+v: block %d of the strip is %d", c, b, n)
			}
			seen[n] = true
		}
	}
}

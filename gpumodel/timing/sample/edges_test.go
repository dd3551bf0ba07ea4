package sample

import (
	"math"
	"testing"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/warp"
)

// guarded are blocks of which those from a number on have nothing to do.
type guarded struct {
	script
	from, looked int
}

func (s *guarded) Profile(block int) (warp.Profile, error) {
	s.looked++
	if block >= s.from {
		return warp.Profile{Steps: 2}, nil
	}
	return warp.Profile{Steps: 40}, nil
}

// The survey meets none of a few blocks at the end of a grid that do nothing. It finds the edge, looks how deep that is with a few
// blocks more, and counts it in the error, or takes the blocks as different.
func TestEdges(t *testing.T) {
	d, err := device.Get("V100")
	if err != nil {
		t.Fatal(err)
	}
	const blocks = 4096
	for _, x := range []struct {
		idle   int
		differ bool
	}{{0, false}, {1, false}, {20, false}, {70, true}} {
		source := &guarded{from: blocks - x.idle}
		c := Config{Device: d, Blocks: blocks, GridX: blocks, GridY: 1, BlocksPerSM: 8}
		g := &grid{blocks: blocks, steps: []float64{40, 40, 40}}
		differ, err := g.differs(source, &c)
		if err != nil {
			t.Fatal(err)
		}
		if want := 0.95 * float64(x.idle) / blocks; differ != x.differ || math.Abs(g.edges-want) > 1e-12 {
			t.Errorf("%d blocks do nothing: they differ is %t, and the edges have %.5f of all steps; want %t and %.5f", x.idle, differ, g.edges,
				x.differ, want)
		}
		if most := 2 + 12; source.looked > most {
			t.Errorf("%d blocks do nothing: %d were looked at, want at most %d", x.idle, source.looked, most)
		}
	}
}

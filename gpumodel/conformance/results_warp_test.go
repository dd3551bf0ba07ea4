package conformance

import (
	"testing"

	"warpbook.dev/internal/tier"
)

// TestWarpResults runs what a warp does together, on a card whose warps go in lockstep and on
// one whose lanes are independent.
func TestWarpResults(t *testing.T) {
	tier.Check(t)
	for _, d := range withCard(t, card(t, "K20X"), card(t, "H200")) {
		all := examples(t, d, "barrier", "groups", "objects", "warp")
		for _, e := range tier.Sample(t, all, len(all)/2) {
			t.Run(d.Name+"/"+e.name, func(t *testing.T) { e.compute(t, e.kernel(t), d) })
		}
	}
}

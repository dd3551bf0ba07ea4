package programs

import (
	"fmt"
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/tier"
)

// knownBelowBound are samples that are faster than a bound by more than their uncertainty, by at most so large a
// share of the time: blocks that start together end together, so that their rate is a little too good for the rest
// of the launch. The result says the bound, and that much uncertainty. None should be here.
var knownBelowBound = map[string]float64{"matmul/tiled on 8800 GTX": 0.005}

// TestBelowBound: no launch of a built-in program is simulated faster than its largest bound allows, on cards of
// all memory systems: a sample, not by more than its own uncertainty.
func TestBelowBound(t *testing.T) {
	tier.Check(t)
	t.Parallel()
	cards := []string{"8800 GTX", "GTX 280", "Tesla C2050", "Tesla K20X", "A100 80GB", "H200", "B200"}
	all := All("")
	for i, p := range tier.Sample(t, all, tier.Pick(15, 15, len(all))) {
		for j, card := range cards {
			name := fmt.Sprintf("%s on %s", p.Name, card)
			known := knownBelowBound[name]
			if tier.Pick(true, true, false) && known == 0 && i%len(cards) != j {
				continue // one card for each program; all of them in the long tier
			}
			r, err := p.Run(t.Context(), modeltest.Card(t, card), Run{N: boundSize(p), Mode: gpumodel.Sample, Check: gpumodel.Sample})
			if err != nil && (strings.Contains(err.Error(), "which came with") || strings.Contains(err.Error(), "registers per SM")) {
				continue // the card refuses it
			}
			if err != nil {
				t.Error(err)
				continue
			}
			if below := r.BelowBound(); below > 1e-9+max(known, r.Counted.Outcome.Error) {
				t.Errorf("%s: %.4g s ± %.2g %%, of which %.2g were simulated, is %.3g %% below the %s bound of %.4g s",
					name, r.Simulated, 100*r.Counted.Outcome.Error, r.Sampled, 100*below, r.Bounds[0].Name, r.Bounds[0].Time)
			}
		}
	}
}

// boundSize is an n at which most launches are sampled.
func boundSize(p *Program) int {
	switch family, _, _ := strings.Cut(p.Name, "/"); family {
	case "matmul", "product":
		return 256
	case "transpose", "climate":
		return 1024
	case "stencil":
		return 32
	}
	return 1 << 18
}

package programs

import (
	"fmt"
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/tier"
)

// knownBelowBound are the launches that are simulated faster than a bound, by at most so
// large a share of the time: what they say is the bound. Three are samples, whose
// rate is a little too good for the rest of the launch. The texture program is simulated as a
// whole: the bytes that its bound counts are more than the engine's bus carries in the time.
// None should be here.
var knownBelowBound = map[string]float64{
	"matmul/tiled on 8800 GTX":            0.005,
	"runs/per_thread_texture on 8800 GTX": 0.05,
	"climate/conflicts on GTX 280":        0.025,
	"climate/padded on GTX 280":           0.035,
}

// TestBelowBound: no launch of a built-in program is simulated faster than its largest bound
// allows, on cards of all memory systems, but for those of knownBelowBound.
func TestBelowBound(t *testing.T) {
	tier.Check(t)
	cards := []string{"8800 GTX", "GTX 280", "Tesla C2050", "Tesla K20X", "A100 80GB", "H200", "B200"}
	for i, p := range All("") {
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
			if below := r.BelowBound(); below > max(1e-9, known) {
				t.Errorf("%s: %.4g s, of which %.2g were simulated, is %.3g %% below the %s bound of %.4g s",
					name, r.Simulated, r.Sampled, 100*below, r.Bounds[0].Name, r.Bounds[0].Time)
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

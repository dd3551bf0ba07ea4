package programs

import (
	"math"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/internal/tier"
)

// Loops whose counters and indices are spilled are shortened like others: what is in the
// words of local memory moves on as registers do.
func TestSpilledLoopsSampled(t *testing.T) {
	tier.Long(t)
	t.Parallel()
	o := Run{N: 160, Defines: map[string]string{"RADIUS": "6"}, Options: gpumodel.Options{MaxRegisters: 24}}
	sampled, whole := sampledAsWhole(t, "stencil/wave_two_outputs", o, 0.4, 0.08)
	for _, name := range []string{"local_load", "local_store", "gld_request", "inst_executed"} {
		if got, want := sampled.Counters.Value(name), whole.Counters.Value(name); math.Abs(got-want) > 0.02*want {
			t.Errorf("%s: %v sampled, %v whole", name, got, want)
		}
	}
}

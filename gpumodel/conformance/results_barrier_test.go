package conformance

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	. "warpbook.dev/gpumodel"
)

// TestBarrierVotes: what threads bring to a barrier is known on all cards that have it,
// and also where a sample computes only what it needs.
func TestBarrierVotes(t *testing.T) {
	d := card(t, "C2050")
	for _, e := range examples(t, d, "barrier") {
		t.Run(e.name, func(t *testing.T) {
			k := e.kernel(t)
			e.compute(t, k, d)
			var stats [2]any
			for i, mode := range []Mode{Full, Sample} {
				x := e.trial(64)
				l, _ := x.launch(t, k)
				l.Mode, l.Experiment.Together = mode, true
				r, err := Run(t.Context(), d, l)
				if err != nil {
					t.Fatal(err)
				}
				stats[i] = r.Counted.Stats
			}
			if d := cmp.Diff(stats[0], stats[1]); d != "" {
				t.Errorf("counters of a full launch (-) and of a sample (+):\n%s", d)
			}
		})
	}
}

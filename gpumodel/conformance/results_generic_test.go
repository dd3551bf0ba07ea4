package conformance

import (
	"errors"
	"testing"

	"warpbook.dev/gpumodel/warp"
	"warpbook.dev/internal/tier"
)

// TestGenericAddresses runs kernels whose pointers lead to several kinds of memory, or are kept in memory
// themselves, and compares results with those of the host, and traces with those of a launch that computes only what it must.
func TestGenericAddresses(t *testing.T) {
	tier.Check(t)
	for _, d := range withCard(t, card(t, "C2050"), card(t, "K20X"), card(t, "H200")) {
		for _, e := range examples(t, d, "generic") {
			t.Run(d.Name+"/"+e.name, func(t *testing.T) { e.compute(t, e.kernel(t), d) })
		}
	}
	for _, e := range examples(t, card(t, "H200"), "generic") {
		if e.name == "generic/a_flag_behind_a_pointer" {
			continue // warps wait for another one
		}
		t.Run(e.name+" without values", func(t *testing.T) {
			k := e.kernel(t)
			for _, n := range e.sizes {
				err := e.sameWithoutValues(t, card(t, "H200"), k, n, false)
				if errors.Is(err, warp.ErrTogether) {
					err = e.sameWithoutValues(t, card(t, "H200"), k, n, true)
				}
				if err != nil {
					t.Fatalf("n = %d: %v", n, err)
				}
			}
		})
	}
}

package conformance

import (
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/experiment"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/internal/tier"
)

// Both parts of every example compile, for both instruction sets.
func TestPartsCompile(t *testing.T) {
	tier.Check(t)
	var all []*Kernel
	for _, e := range examples(t, card(t, "K20X")) {
		all = append(all, e.kernel(t))
	}
	all = tier.Sample(t, all, tier.Pick(1, len(all)/3, len(all)))
	for _, name := range []string{"GTX 280", "C2050", "K20X"} {
		for _, k := range all {
			for _, part := range []ir.Part{ir.MemoryOnly, ir.MathOnly} {
				_, err := k.LowerVariant(t.Context(), card(t, name), experiment.Variant{Part: part})
				if err != nil && strings.Contains(err.Error(), "which came with") {
					continue // TestPrograms compiles it somewhere
				}
				if err != nil {
					t.Errorf("part %d of %s on %s: %v", part, k.Name, name, err)
				}
			}
		}
	}
}

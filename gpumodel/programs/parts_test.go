package programs

import (
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/experiment"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/internal/tier"
)

// Both parts of every program compile, for both instruction sets.
func TestPartsOfPrograms(t *testing.T) {
	tier.Check(t)
	var all []*gpumodel.Kernel
	for _, p := range All("") {
		k, err := p.Kernel(gpumodel.Options{})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, k)
	}
	for _, name := range []string{"GTX 280", "C2050", "K20X"} {
		for _, k := range all {
			for _, part := range []ir.Part{ir.MemoryOnly, ir.MathOnly} {
				_, err := k.LowerVariant(t.Context(), modeltest.Card(t, name), experiment.Variant{Part: part})
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

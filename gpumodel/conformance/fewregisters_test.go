package conformance

import (
	"fmt"
	"strings"
	"testing"

	"warpbook.dev/internal/tier"
)

// Values that have to leave their registers come back as they were: every example
// computes the same with few registers as with all.
func TestResultsWithFewRegisters(t *testing.T) {
	tier.Check(t)
	t.Parallel()
	type fewer struct {
		card  string
		limit int
	}
	for _, test := range tier.Sample(t, []fewer{{"GTX 280", 8}, {"C2050", 16}, {"C2050", 18}, {"K20X", 12}}, 1) {
		d := card(t, test.card)
		all := examples(t, d)
		for _, e := range tier.Sample(t, all, tier.Pick(1, len(all)/3, len(all))) {
			t.Run(fmt.Sprintf("%s/%d/%s", test.card, test.limit, e.name), func(t *testing.T) {
				plain, err := e.kernel(t).Lower(t.Context(), d)
				if err != nil {
					t.Fatal(err)
				}
				if plain.Registers <= test.limit {
					return // the same code
				}
				e.options.MaxRegisters = test.limit
				k := e.kernel(t)
				p, err := k.Lower(t.Context(), d)
				if err != nil {
					if strings.Contains(err.Error(), "registers per thread, which is the limit") {
						return // a sequence that needs more at a time
					}
					t.Fatal(err)
				}
				if p.Registers > test.limit && k.Func().MaxThreads == 0 {
					t.Fatalf("%d registers", p.Registers)
				}
				e.compute(t, k, d)
			})
		}
	}
}

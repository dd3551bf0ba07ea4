package figure_test

import (
	"context"

	"warpbook.dev/kernel/lib/figure"
)

// What warps without divergence gain.
func ExampleOptimizations() {
	var rows []figure.Optimization
	for _, o := range figure.AllOptimizations {
		if o.Name == "divergence" {
			o.N = 1 << 14
			rows = append(rows, o)
		}
	}
	show(must(figure.Optimizations(context.Background(), gpu("C2050"), rows)))
	// Output:
	// before → after on Tesla C2050
	// optimization  before             after                  n  times as fast  instructions     issued per clock  threads of one  warps at work (%)  sectors of a load  sectors of all  global atomics  DRAM bytes
	// ────────────  ─────────────────  ────────────────  ──────  ─────────────  ───────────────  ────────────────  ──────────────  ─────────────────  ─────────────────  ──────────────  ──────────────  ──────────
	// divergence    divergence/parity  divergence/warps  16,384           1.44  79,360 → 45,312  1.7 → 1.5         17.9 → 32       72.1 → 71.6        4 → 8              6144 → 8192     0               131.1 k
}

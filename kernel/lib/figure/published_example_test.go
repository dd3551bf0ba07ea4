package figure_test

import (
	"warpbook.dev/kernel/lib/figure"
)

// What the lectures print of a family of programs.
func ExamplePublished() {
	t := must(figure.Published("transpose", "GTX 280"))
	t.Rows = t.Rows[:3]
	show(t)
	// Output:
	// device   family     program       size  block  figure  unit  kind      note                          seed
	// ───────  ─────────  ────────────  ────  ─────  ──────  ────  ────────  ────────────────────────────  ────
	// GTX 280  transpose  naive         4000            5.3  GB/s  measured  stores interleaved (strided)  000
	// GTX 280  transpose  copy          4000          112.4  GB/s  measured  both sides coalesced          000
	// GTX 280  transpose  both_strided  4000            2.7  GB/s  measured  loads and stores interleaved  000
}

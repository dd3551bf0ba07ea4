package figure_test

import (
	"fmt"

	"warpbook.dev/kernel/lib/figure"
)

// A stack of your own beside the A100, term by term.
func ExampleHBMBandwidth() {
	p := must(figure.HBMBandwidth(gpu("A100"), figure.Given{"stacks": 4, "clock_mhz": 877}))
	show(p.Table())
	// Output:
	// bandwidth: 4 × 8 × 128/8 B × 877 MHz × 2 = 898 GB/s; A100 40GB has 1.555 TB/s, 1.73 times as much
	// term                  value  unit      product so far  A100 40GB  factor  where it comes from
	// ────────────────────  ─────  ────────  ──────────────  ─────────  ──────  ──────────────────────────────────────────────────────────
	// stacks                    4  stacks    4                       5    1.25  published: NVIDIA A100 white paper: five of six are active
	// channels of a stack       8  channels  32                      8          published: JEDEC JESD235 (HBM2)
	// channels in use           1  of all    32                      1          published: NVIDIA A100 white paper: A100 SXM4
	// bytes of a channel       16  B         512                    16          published: JEDEC JESD235 (HBM2)
	// clock                   877  MHz       449 GB/s             1215   1.385  published: deviceQuery of an A100-SXM4-40GB
	// transfers in a clock      2            898 GB/s                2          two edges of the clock
}

// Without a GPU every term must be given.
func ExampleHBMConcurrency() {
	p := must(figure.HBMConcurrency(nil, figure.Given{"stacks": 4, "channels": 8, "pseudo_channels": 2, "banks": 16}))
	fmt.Println(p.Formula())
	_, err := figure.HBMConcurrency(nil, figure.Given{"stacks": 4, "channels": 8})
	fmt.Println(err)
	// Output:
	// 4 × 8 × 2 × 16 = 1024 banks
	// pseudo_channels, banks not given: give the number, or a GPU to take it from
}

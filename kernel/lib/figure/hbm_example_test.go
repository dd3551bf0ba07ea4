package figure_test

import (
	"testing"

	"warpbook.dev/kernel/lib/figure"
)

// The memory of an A100: as a picture in characters, and level by level.
func ExampleHBM() {
	h := figure.HBM{Device: gpu("A100")}
	show(h.Diagram())
	show(h.Table())
	// Output:
	// A100 40GB: 1.555 TB/s of HBM2
	// 5 stacks, 40 channels of 128 bits, 80 pseudo-channels, 1280 banks; the last
	// channel is shown with all that is in it
	//
	// 5 stacks
	// └─ 8 channels each, 40 of 128 bits in all
	//    └─ 2 pseudo-channels each, 80 of 64 bits: bursts of 32 bytes
	//       └─ 4 bank groups each
	//          └─ 4 banks each, 1280 in all: rows of 1024 bytes
	//
	// A100 40GB: 1.555 TB/s of HBM2
	// level           in one above  in all  bits  bandwidth of one (GB/s)  what it is
	// ──────────────  ────────────  ──────  ────  ───────────────────────  ──────────────────────────────────────────────────────────────────────────────────────
	// stack                              5  1024                      311  dies on top of each other, beside the chip
	// channel                    8      40   128                    38.88  has a controller with a queue; returns one burst at a time in each pseudo-channel
	// pseudo-channel             2      80    64                    19.44  a share of the channel's bits with banks of its own; bursts of 32 bytes
	// bank group                 4     320                                 successive bursts come sooner from different groups
	// bank                       4    1280                          0.672  one open row of 1024 bytes; bandwidth if each request opens another row, every 47.6 ns
}

func TestHBM(t *testing.T) { golden(t, "hbm", figure.HBM{Device: gpu("V100")}.Diagram()) }

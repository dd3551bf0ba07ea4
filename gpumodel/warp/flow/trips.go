package flow

import "warpbook.dev/gpumodel/ir"

// StaysWhile is the comparison under which a loop goes on, of the operand that changes with the other one. c is the
// comparison of its test, moving the number of the operand that changes. leaves says that the loop is left where c holds.
func StaysWhile(c ir.Cmp, moving int, leaves bool) ir.Cmp {
	if moving == 1 {
		c = mirrored[c]
	}
	if leaves {
		c = opposite[c]
	}
	return c
}

var (
	mirrored = map[ir.Cmp]ir.Cmp{ir.EQ: ir.EQ, ir.NE: ir.NE, ir.LT: ir.GT, ir.LE: ir.GE, ir.GT: ir.LT, ir.GE: ir.LE}
	opposite = map[ir.Cmp]ir.Cmp{ir.EQ: ir.NE, ir.NE: ir.EQ, ir.LT: ir.GE, ir.LE: ir.GT, ir.GT: ir.LE, ir.GE: ir.LT}
)

// Trips counts for how many further steps of by the comparison of at with end holds; ok is false if at
// moves away from what would end it. For instance with at = 2, end = 10 and by = 2, at < end holds
// for 4, 6 and 8: three steps. The arithmetic has 64 bits, so that end+1 cannot overflow.
func Trips(c ir.Cmp, at, end, by int64) (n int, ok bool) {
	switch c {
	case ir.LE:
		// at <= end is at < end+1; in the same way at >= end is at > end-1 below.
		end++
	case ir.GE:
		end--
	case ir.GT, ir.LT:
	case ir.NE:
		// The steps must hit end exactly; a loop that jumps over it runs until it wraps around.
		if by == 0 || (end-at)%by != 0 || (end-at)/by < 1 {
			return 0, false
		}
		return int((end-at)/by) - 1, true
	default:
		return 0, by != 0
	}
	if c == ir.GT || c == ir.GE {
		at, end, by = -at, -end, -by
	}
	if by <= 0 {
		return 0, false
	}
	return int(max(0, end-at-1) / by), true
}

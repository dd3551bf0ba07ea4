package checker

import (
	"math/bits"

	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// touched holds which cells of each array a launch has touched, of each kind of access. It is nil unless somebody asks.
type touched map[*memory.Buffer]*[atomic + 1]cellSet

// A cellSet has a bit for each cell up to the last one in it.
type cellSet []uint64

// touches notes the bytes of global memory that lanes access.
func (c *Checker) touches(x *warp.Touch) {
	g, width, kind := c.granule[globalMemory], x.Words*x.Size, kindOf(x.Instruction)
	for lanes := x.Allowed; lanes != 0; lanes &= lanes - 1 {
		at := x.Addresses[bits.TrailingZeros32(lanes)&31]
		b, err := c.Global.Find(at, width)
		if err != nil {
			continue
		}
		if c.touched[b] == nil {
			c.touched[b] = new([atomic + 1]cellSet)
		}
		set, from := &c.touched[b][kind], int(at-b.Base)
		for n := from / g; n <= (from+width-1)/g; n++ {
			if n/64 >= len(*set) {
				*set = append(*set, make(cellSet, n/64+1-len(*set))...)
			}
			(*set)[n/64] |= 1 << (n % 64)
		}
	}
}

// TouchedIn are the ranges of an array's bytes that the launch has touched, as far as it was executed.
func (c *Checker) TouchedIn(b *memory.Buffer) memory.Touched {
	sets := c.touched[b]
	if sets == nil {
		return memory.Touched{}
	}
	g := c.granule[globalMemory]
	return memory.Touched{Read: sets[load].ranges(g), Written: sets[store].ranges(g), Updated: sets[atomic].ranges(g)}
}

// ranges are the bytes of the cells of a set.
func (s cellSet) ranges(cell int) (list []memory.Range) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			from := (64*i + bits.TrailingZeros64(word)) * cell
			list = memory.Joined(list, memory.Range{From: from, To: from + cell})
		}
	}
	return list
}

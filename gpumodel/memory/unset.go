package memory

import (
	"cmp"
	"slices"
)

// A Range is the bytes of a buffer from one on, up to another one.
type Range struct{ From, To int }

// mostUnset is how many ranges of a buffer are remembered. Of one with more of them nothing is known: all of it counts as set.
const mostUnset = 1 << 12

// Unset are the ranges that nobody has set since MarkUnset, in their order. They are not to be changed.
func (b *Buffer) Unset() []Range { return b.unset }

// MarkUnset notes that nobody has set any byte, as of what cudaMalloc hands out.
func (b *Buffer) MarkUnset() { b.unset = []Range{{0, b.Size}} }

// Set notes that the bytes from one on, up to another one, are set.
func (b *Buffer) Set(from, to int) {
	if len(b.unset) == 0 || from >= to {
		return
	}
	var rest []Range // a new list: copies of the buffer have the old one
	for _, r := range b.unset {
		if before := (Range{r.From, min(r.To, from)}); before.From < before.To {
			rest = append(rest, before)
		}
		if behind := (Range{max(r.From, to), r.To}); behind.From < behind.To {
			rest = append(rest, behind)
		}
	}
	if len(rest) > mostUnset {
		rest = nil
	}
	b.unset = rest
}

// UnsetIn reports whether nobody has set some byte from one on, up to another one.
func (b *Buffer) UnsetIn(from, to int) bool {
	i, _ := slices.BinarySearchFunc(b.unset, from, func(r Range, at int) int { return cmp.Compare(r.To, at+1) })
	return i < len(b.unset) && b.unset[i].From < to
}

// Joined is a list of ranges in their order with one more at its end, which may continue the last one.
func Joined(list []Range, r Range) []Range {
	if n := len(list); n > 0 && list[n-1].To == r.From {
		list[n-1].To = r.To
		return list
	}
	return append(list, r)
}

// Touched are the bytes of an array that a launch has touched, in ascending order: read, written, and changed by atomics.
type Touched struct{ Read, Written, Updated []Range }

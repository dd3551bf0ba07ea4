package host

import (
	"cmp"
	"slices"
)

// A Leak is memory of the GPU that the program has not freed: the line of its cudaMalloc, and its bytes.
type Leak struct{ Line, Bytes int }

func sortLeaks(all []Leak) {
	slices.SortFunc(all, func(a, b Leak) int { return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Bytes, b.Bytes)) })
}

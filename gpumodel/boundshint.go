package gpumodel

import (
	"fmt"

	"warpbook.dev/gpumodel/memory"
)

// BoundsHint says how to correct the usual causes of an access outside of an array; it is empty for others.
func BoundsHint(grid, block Dim3, e *memory.BoundsError) string {
	threads, elements := grid.Count()*block.Count(), e.Buffer.Size/e.Width
	switch index := e.Offset / int64(e.Width); {
	case e.Offset < 0:
		return "; the index is negative: the threads at the edge have no neighbour there"
	case index < int64(threads) && threads > elements:
		return fmt.Sprintf("; the launch has %d threads for %d elements: let only those with an index below %d access it", threads,
			elements, elements)
	}
	return ""
}

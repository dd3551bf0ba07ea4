package host

import (
	"cmp"
	"slices"

	"warpbook.dev/gpumodel/memory"
)

// An allocation is memory of a GPU.
type allocation struct {
	base     uint64
	buffer   *memory.Buffer
	size     int
	line     int
	freed    int        // the line of cudaFree
	variable string     // of the file; "" for cudaMalloc's
	managed  *residence // of managed memory
	gpu      *gpu
	context  *cudaContext // of memory
	mapped   bool         // physical memory that is mapped here
	pooled   bool         // by cudaMallocAsync
}

// allocations are those of all GPUs, by address; those that were freed too. Addresses are never given out twice.
type allocations []*allocation

func (list allocations) search(at uint64) int {
	i, found := slices.BinarySearchFunc(list, at, func(a *allocation, at uint64) int { return cmp.Compare(a.base, at) })
	if !found {
		i--
	}
	return i
}

// add notes an allocation.
func (list *allocations) add(a *allocation) {
	*list = slices.Insert(*list, list.search(a.base)+1, a)
}

// at is the allocation that begins at an address, or nil.
func (list allocations) at(base uint64) *allocation {
	if i := list.search(base); i >= 0 && list[i].base == base {
		return list[i]
	}
	return nil
}

// behind is the allocation that is in use and lies next before an address, or nil.
func (list allocations) behind(at uint64) *allocation {
	for i := list.search(at); i >= 0; i-- {
		if a := list[i]; a.freed == 0 && a.variable == "" {
			return a
		}
	}
	return nil
}

// holding is the allocation that has n bytes at an address, or nil; n of 0 asks for the byte there.
func (list allocations) holding(at uint64, n int) *allocation {
	i := list.search(at)
	if i < 0 {
		return nil
	}
	a := list[i]
	if at-a.base >= uint64(a.size) || uint64(a.size)-(at-a.base) < uint64(n) {
		return nil
	}
	return a
}

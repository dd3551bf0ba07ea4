package host

import (
	"cmp"
	"slices"

	"warpbook.dev/gpumodel/memory"
)

// An allocation is memory of a GPU: an array of cudaMalloc or of a relative, or a __device__ variable.
type allocation struct {
	base     uint64         // device address
	buffer   *memory.Buffer // its bytes
	size     int            // in bytes
	line     int            // source line of the call or declaration
	column   int            // column of the call, 0 if unknown
	freed    int            // line of cudaFree, 0 if it is in use
	variable string         // name of the variable; "" for an array
	managed  *residence     // nil unless it is managed memory
	gpu      *gpu
	context  *cudaContext // in which it was allocated
	mapped   bool         // a mapping of physical memory (mapped.go)
	pooled   bool         // by cudaMallocAsync
}

// site is the place of the call in the program's text.
func (a *allocation) site() site { return site{a.line, a.column} }

// allocations lists the allocations of all GPUs in ascending order of addresses, freed ones included: a pointer to freed memory can be
// named in a message. Addresses are never reused.
type allocations []*allocation

// search returns the index of the last allocation that begins at or below an address, or -1.

func (list allocations) search(at uint64) int {
	i, found := slices.BinarySearchFunc(list, at, func(a *allocation, at uint64) int { return cmp.Compare(a.base, at) })
	if !found {
		i--
	}
	return i
}

// add inserts an allocation.
func (list *allocations) add(a *allocation) {
	*list = slices.Insert(*list, list.search(a.base)+1, a)
}

// at returns the allocation that begins at an address, or nil. It may be a freed one.
func (list allocations) at(base uint64) *allocation {
	if i := list.search(base); i >= 0 && list[i].base == base {
		return list[i]
	}
	return nil
}

// behind returns the nearest array in use that begins at or below an address, or nil.
func (list allocations) behind(at uint64) *allocation {
	for i := list.search(at); i >= 0; i-- {
		if a := list[i]; a.freed == 0 && a.variable == "" {
			return a
		}
	}
	return nil
}

// holding returns the allocation that holds all n bytes from an address on, or nil. It may be a freed one. With n = 0 the address itself
// must lie inside.
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

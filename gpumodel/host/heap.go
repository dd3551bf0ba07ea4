package host

import (
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/scalar"
)

// A heap is what malloc gives out. Each block is a segment of its own, so that an access beside it is noticed.
type heap struct {
	memory *scalar.Memory
	blocks map[uint64]*block // by address; those that were freed too
	next   uint64
	held   int // bytes that are in use, those of the GPU too
	limit  int
}

// takes counts n bytes; false if there is no room for them.
func (h *heap) takes(n int) bool {
	if n < 0 || n > h.limit-h.held {
		return false
	}
	h.held += n
	return true
}

// A block is what one call has returned.
type block struct {
	base       uint64
	size, line int
	freed      int // the line of the free, 0 if there was none

	pinned     bool // page-locked, by cudaMallocHost or cudaHostRegister
	registered bool // by cudaHostRegister
	flags      uint64
	gpu        *gpu           // that was the current one
	buffer     *memory.Buffer // for the GPUs
}

// usualMemory is what a program holds at the most where nothing else is said, in bytes.
const usualMemory = 2 << 30

// alloc returns the address of n bytes, 0 if there are no more.
func (h *heap) alloc(n, line int) uint64 {
	if !h.takes(n) {
		return 0
	}
	at := h.next
	h.next += uint64(max(n, 1)+47) &^ 15
	h.memory.Add(&scalar.Segment{Base: at, Data: make([]byte, n), Name: "an array"})
	h.blocks[at] = &block{base: at, size: n, line: line}
	return at
}

// text reads a text that ends with a zero.
func (h *heap) text(at uint64) string {
	s := h.memory.Find(at)
	if s == nil {
		if at == 0 {
			return "(null)"
		}
		return ""
	}
	data := s.Data[at-s.Base:]
	for i, c := range data {
		if c == 0 {
			return string(data[:i])
		}
	}
	return string(data)
}

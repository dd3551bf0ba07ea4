package host

import (
	"bytes"

	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/scalar"
)

// A heap is what malloc gives out. Each block is a segment of its own, so that an access beside it is noticed: [process.besideBlock].
type heap struct {
	memory *scalar.Memory
	blocks map[uint64]*block // by address; those that were freed last too
	gone   []uint64          // which those are, the oldest first
	next   uint64
	held   int // bytes that are in use, those of the GPU too
	limit  int
	// refused is the last block for which there was no room: its bytes, and the line that asked for it.
	refused struct{ bytes, line int }
}

// room is how many bytes more the program may hold.
func (h *heap) room() int { return max(0, h.limit-h.held) }

// takes counts n bytes; false if there is no room for them.
func (h *heap) takes(n int) bool {
	if n < 0 || n > h.room() {
		return false
	}
	h.held += n
	return true
}

// spends counts n bytes that this computer spends on what a program has made, besides the program's own bytes; below 0 they are
// given back. [process.goesOn] ends a program whose account they overdraw.
func (h *heap) spends(n int) { h.held += n }

// About what this computer spends on things that a program makes, in bytes.
const (
	blockOwn      = 224       // a block of the heap
	pinnedOwn     = 384       // its buffer, and its places on the GPUs
	allocationOwn = 384       // memory of a GPU
	handleOwn     = 320       // a stream, an event, a graph, a texture, a program of NVRTC
	nodeOwn       = 512       // a node of a graph, besides its handle
	opOwn         = 320       // a copy or a launch on the timeline
	resultOwn     = 2048      // what is known of a launch
	moduleOwn     = 256 << 10 // a module that was compiled while the program runs
)

// A block is what one call has returned.
type block struct {
	base       uint64
	size, line int
	freed      int  // the line of the free, 0 if there was none
	rim        bool // the program has gone past it, and may: the bytes up to the next block are a segment, too

	pinned       bool   // page-locked, by cudaMallocHost or cudaHostRegister
	registered   bool   // by cudaHostRegister
	registeredAt uint64 // the address that it was given
	flags        uint64
	gpu          *gpu           // that was the current one
	buffer       *memory.Buffer // for the GPUs
}

// mostGone is how many blocks that were freed are remembered, for what is said of those who use them.
const mostGone = 1 << 14

// forget gives the bytes of a block back, and remembers that it was freed in a line.
func (h *heap) forget(b *block, line int) {
	b.freed = max(line, 1)
	h.held -= b.size + blockOwn
	h.memory.Remove(b.base)
	if b.rim {
		h.memory.Remove(b.base + uint64(b.size))
	}
	if h.gone = append(h.gone, b.base); len(h.gone) > 2*mostGone {
		for _, at := range h.gone[:mostGone] {
			delete(h.blocks, at)
		}
		h.gone = append([]uint64(nil), h.gone[mostGone:]...)
	}
}

// usualMemory is what a program holds at the most where nothing else is said, in bytes.
const usualMemory = 2 << 30

// alloc returns the address of n bytes, 0 if there are no more.
func (h *heap) alloc(n, line int) uint64 {
	if !h.takes(n + blockOwn) {
		h.refused.bytes, h.refused.line = n, line
		return 0
	}
	at, room := h.next, (max(n, 1)+47)&^15
	h.next += uint64(room)
	h.memory.Add(&scalar.Segment{Base: at, Data: make([]byte, n, room), Name: "an array"})
	h.blocks[at] = &block{base: at, size: n, line: line}
	return at
}

// mostBytes is more than any memory has, and far from where sums of sizes overflow.
const mostBytes = 1 << 60

// sizeOf is a size that a program gives, a size_t. What is more than there can be, as from an int below 0, stays more than there
// can be, so that sums and differences of sizes do not overflow.
func sizeOf(bits uint64) int { return int(min(bits, mostBytes)) }

// cString are the bytes before the zero that ends a text; ok is false if there is nothing at its address.
func (h *heap) cString(at uint64) (text []byte, ok bool) {
	s := h.memory.Find(at)
	if s == nil {
		return nil, false
	}
	data := s.Data[at-s.Base:]
	if end := bytes.IndexByte(data, 0); end >= 0 {
		return data[:end], true
	}
	return data, true
}

// text reads a text as printf prints it: null has a name of its own.
func (h *heap) text(at uint64) string {
	text, ok := h.cString(at)
	if !ok && at == 0 {
		return "(null)"
	}
	return string(text)
}

// cStrings are the texts at addresses, or the fault of reading one of them.
func (x *process) cStrings(c *scalar.Call, addresses ...uint64) (texts [][]byte, err error) {
	for _, at := range addresses {
		text, ok := x.heap.cString(at)
		if !ok {
			return nil, x.fault(c, at, false)
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// ofTexts is a function of the texts at its first n arguments.
func ofTexts(n int, f func(x *process, c *scalar.Call, texts [][]byte) (uint64, error)) system {
	return func(x *process, c *scalar.Call) (uint64, error) {
		texts, err := x.cStrings(c, c.Args[:n]...)
		if err != nil {
			return 0, err
		}
		return f(x, c, texts)
	}
}

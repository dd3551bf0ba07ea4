package host

import (
	"bytes"

	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/scalar"
)

// A heap is the memory of malloc and its account. Each block is a segment of its own with a gap behind it, so that an access beyond a
// block is found ([process.besideBlock]). Addresses are never reused, so that a use after free is found, too.
//
// The account counts all memory that a program makes this computer hold: its blocks, the memory of its GPUs, and our own records of
// them. Without it a loop that creates streams or launches kernels would exhaust the computer.
type heap struct {
	memory *scalar.Memory
	blocks map[uint64]*block // by address; the last freed ones, too
	gone   []uint64          // addresses of freed blocks, the oldest first
	next   uint64            // address of the next block
	held   int               // bytes in use
	limit  int               // most bytes that may be in use
	// refused is the last request that failed: its bytes, and the line that asked.
	refused struct{ bytes, line int }
}

// room returns how many more bytes the program may hold.
func (h *heap) room() int { return max(0, h.limit-h.held) }

// takes adds n bytes to the account; false if they exceed the limit, and then the caller's allocation fails.
func (h *heap) takes(n int) bool {
	if n < 0 || n > h.room() {
		return false
	}
	h.held += n
	return true
}

// spends adds n bytes for our own records to the account; n below 0 gives them back. It cannot fail: [process.goesOn] ends a program
// that exceeds the limit, at its next call or launch.
func (h *heap) spends(n int) { h.held += n }

// Estimates of our own records, in bytes each.
const (
	blockOwn      = 224       // a block of the heap
	pinnedOwn     = 384       // its buffer, and its places on the GPUs
	allocationOwn = 384       // memory of a GPU
	handleOwn     = 320       // a stream, an event, a graph, a texture, a program of NVRTC
	nodeOwn       = 512       // a node of a graph, besides its handle
	opOwn         = 320       // a copy or a launch on the timeline
	resultOwn     = 2048      // the result of a launch
	moduleOwn     = 256 << 10 // a module that is compiled while the program runs
)

// A block is the memory that one call of malloc or of its relatives returned.
type block struct {
	base       uint64
	size, line int  // in bytes; source line of the call
	column     int  // column of the call, for page-locked memory; else 0
	freed      int  // line of the free, 0 if it is in use
	rim        bool // an access went past its end: the bytes up to the next block are a segment now

	pinned       bool   // page-locked, by cudaMallocHost or cudaHostRegister
	registered   bool   // by cudaHostRegister
	registeredAt uint64 // the address passed to cudaHostRegister
	flags        uint64
	gpu          *gpu           // the current GPU at that call
	buffer       *memory.Buffer // the same bytes, for kernels
}

// mostGone is the number of freed blocks that are remembered for messages about their use.
const mostGone = 1 << 14

// forget frees a block and records the line. The oldest records are dropped in batches, between mostGone and 2 mostGone stay.
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

// usualMemory is the default limit of the account, in bytes.
const usualMemory = 2 << 30

// alloc returns the address of n new bytes, all 0, or 0 if the account has no room. Blocks begin at multiples of 16 bytes; at least 32
// bytes lie between the end of one and the next.
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

// mostBytes is more than any memory has, and small enough that sums of sizes don't overflow.
const mostBytes = 1 << 60

// sizeOf converts a size_t argument. A huge one, such as a negative int, becomes mostBytes, so that sums of sizes don't overflow and the
// request still fails.
func sizeOf(bits uint64) int { return int(min(bits, mostBytes)) }

// cString returns the bytes of a C string, without its terminating zero; ok is false if there is no memory at its address. Without a zero
// it ends with its segment.
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

// text returns a C string as printf prints it: "(null)" for a null pointer.
func (h *heap) text(at uint64) string {
	text, ok := h.cString(at)
	if !ok && at == 0 {
		return "(null)"
	}
	return string(text)
}

// cStrings returns the C strings at some addresses, or the fault of reading one of them.
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

// ofTexts makes a library function of f, which gets the C strings of the first n arguments.
func ofTexts(n int, f func(x *process, c *scalar.Call, texts [][]byte) (uint64, error)) system {
	return func(x *process, c *scalar.Call) (uint64, error) {
		texts, err := x.cStrings(c, c.Args[:n]...)
		if err != nil {
			return 0, err
		}
		return f(x, c, texts)
	}
}

package host

import "warpbook.dev/gpumodel/scalar"

// headBytes is the size of glibc's header before a block, in bytes: two 8-byte numbers.
const headBytes = 16

// besideBlock lets the host reach n bytes of which some lie behind a block of the heap, or before one, where only the heap's own bytes
// are: glibc has its blocks at multiples of 16 bytes in pages that a program may access, so nothing stops one that goes a little too
// far. It is told once for a block. The result is nil where no such block is near, or the bytes go beyond the next one's begin.
func (x *process) besideBlock(address uint64, n int) []byte {
	s := x.heap.memory.Near(address)
	if s == nil || address < s.Base {
		return nil
	}
	b, at := x.heap.blocks[s.Base], int(address-s.Base)
	if b == nil || b.freed != 0 || b.pinned || len(s.Data) != b.size || at+max(n, 1) > cap(s.Data) {
		return nil
	}
	if !b.rim {
		b.rim = true
		x.heap.memory.Add(&scalar.Segment{Base: s.Base + uint64(b.size), Data: s.Data[b.size:cap(s.Data)], Name: "what lies behind an array"})
		x.tellBeside(b, at, cap(s.Data))
	}
	return s.Data[:cap(s.Data)][at : at+n]
}

// tellBeside says which array the access at a byte of a block means, with room for room bytes: that of the block, or the one behind it.
func (x *process) tellBeside(b *block, at, room int) {
	line := x.machine.Line()
	if next := x.heap.blocks[b.base+uint64(room)]; next != nil && next.freed == 0 && at >= room-headBytes {
		x.finds(HostError, "line %d: the host accesses byte %d of the array of line %d: the heap keeps its own numbers before an array", line, at-room,
			next.line)
		return
	}
	why := ""
	if b.size == 0 {
		why = "; a size of 0 bytes is often a product of int that overflowed: compute it as size_t"
	}
	x.finds(HostError, "line %d: the host accesses byte %d of the array of line %d, which has %d bytes: so close to the array no error stops it, but it reads any value "+
		"or overwrites other data%s", line, max(at, b.size), b.line, b.size, why)
}

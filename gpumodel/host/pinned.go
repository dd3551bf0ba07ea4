package host

import (
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/scalar"
)

// Page-locked memory of the host. The GPUs reach all of it at the address that the host has for it (unified addressing), over PCI
// Express: kernels that do are timed so. Cards with addresses of 32 bits reach what was allocated as mapped, at an address of
// their own that cudaHostGetDevicePointer returns.
func init() {
	register(map[string]system{
		"cudaHostAlloc": plain(func(x *process, c *scalar.Call) uint64 { return x.hostAlloc(c) }),
		"cudaFreeHost": plain(func(x *process, c *scalar.Call) uint64 {
			x.synchronize()
			if b := x.heap.blocks[c.Args[0]]; c.Args[0] != 0 && (b == nil || !b.pinned || b.registered || b.freed != 0) {
				x.find("line %d: cudaFreeHost of what cudaMallocHost has not returned%s", c.Line, x.whose(c.Args[0]))
				return x.fails(invalidValue)
			}
			if c.Args[0] != 0 {
				x.unpin(x.heap.blocks[c.Args[0]])
				_ = x.free(c, c.Args[0], true)
			}
			return uint64(x.gpu.sticky)
		}),
		"cudaHostGetDevicePointer": plain(func(x *process, c *scalar.Call) uint64 {
			if b := x.pinnedAt(c.Args[1]); b == nil {
				x.find("line %d: cudaHostGetDevicePointer of memory that is not page-locked: get it from cudaHostAlloc or cudaHostRegister", c.Line)
				x.result(c, 8, 0)
				return x.fails(invalidValue)
			}
			if b := x.pinnedAt(c.Args[1]); x.Device.PointerBits == 32 {
				if b.flags&hostAllocMapped == 0 {
					x.find("line %d: cudaHostGetDevicePointer of memory that is not mapped: %s needs cudaHostAllocMapped where it is allocated",
						c.Line, x.Device.Name)
					x.result(c, 8, 0)
					return x.fails(invalidValue)
				}
				return x.result(c, 8, b.buffer.Base+c.Args[1]-b.base)
			}
			return x.result(c, 8, c.Args[1])
		}),
		"cudaHostGetFlags": plain(func(x *process, c *scalar.Call) uint64 {
			b := x.pinnedAt(c.Args[1])
			if b == nil {
				return x.fails(invalidValue)
			}
			return x.result(c, 4, b.flags|2)
		}),
		// Args: the address, bytes, flags.
		"cudaHostRegister": plain(func(x *process, c *scalar.Call) uint64 {
			n := c.Args[1]
			if x.failed() {
				return uint64(x.gpu.sticky)
			}
			if n == 0 || n > mostBytes || c.Args[2]&^registerFlags != 0 {
				return x.fails(invalidValue)
			}
			b := x.blockAt(c.Args[0])
			switch {
			case b == nil && x.heap.memory.Find(c.Args[0]) != nil: // a variable: pinning it changes no time here
				x.registered[c.Args[0]] = true
				return success
			case b == nil || b.pinned && !b.registered:
				return x.fails(invalidValue)
			case int(c.Args[0]-b.base)+sizeOf(n) > b.size+pageBytes:
				x.find("line %d: cudaHostRegister of %d bytes, of which the program has %d", c.Line, n, b.size-int(c.Args[0]-b.base))
				return x.fails(outOfMemory)
			case b.pinned:
				return x.fails(alreadyRegistered)
			}
			x.pin(b, c.Args[2])
			b.registered, b.registeredAt = true, c.Args[0]
			return success
		}),
		"cudaHostUnregister": plain(func(x *process, c *scalar.Call) uint64 {
			b := x.blockAt(c.Args[0])
			switch {
			case x.registered[c.Args[0]]:
				delete(x.registered, c.Args[0])
				return success
			case c.Args[0] == 0, b != nil && b.pinned && (!b.registered || b.registeredAt != c.Args[0]):
				return x.fails(invalidValue)
			case b == nil || !b.pinned:
				return x.fails(notRegistered)
			}
			x.unpin(b)
			return success
		}),
	})
}

// Flags of cudaHostAlloc and cudaHostRegister, all of them together.
const (
	hostAllocFlags  = 7
	registerFlags   = 15
	hostAllocMapped = 2
)

// pageBytes is a page of the host's memory: what is registered is whole pages.
const pageBytes = 4096

// hostAlloc is cudaHostAlloc and cudaMallocHost.
func (x *process) hostAlloc(c *scalar.Call) uint64 {
	n := sizeOf(c.Args[1])
	slot, ok := x.heap.memory.Bytes(c.Args[0], 8)
	switch {
	case x.failed():
		return uint64(x.gpu.sticky)
	case !ok || c.Args[2]&^hostAllocFlags != 0:
		return x.fails(invalidValue)
	case n == 0:
		memory.PutWord(slot, 8, 0)
		return success
	}
	at := x.heap.alloc(n, c.Line)
	if at == 0 {
		return x.fails(outOfMemory)
	}
	b := x.heap.blocks[at]
	b.column = c.Column
	x.pin(b, c.Args[2])
	x.ordering.separates()
	memory.PutWord(slot, 8, at)
	return success
}

// pin locks a block of the host's memory and lets all GPUs reach it.
func (x *process) pin(b *block, flags uint64) {
	segment := x.heap.memory.Find(b.base)
	b.pinned, b.flags, b.gpu = true, flags, x.gpu
	x.heap.spends(pinnedOwn + memory.FlatBytes(b.size) - b.size)
	b.buffer = memory.NewBuffer(b.size, nil)
	b.buffer.Name = "page-locked memory of the host"
	data := b.buffer.Flat()
	copy(data, segment.Data)
	segment.Data = data
	b.buffer.Expose()
	for _, g := range x.gpus {
		switch {
		case x.Device.PointerBits != 32:
			g.global.MapHostAt(b.buffer, b.base)
		case flags&hostAllocMapped != 0: // at the same address on each, as each maps the same blocks
			g.global.MapHost(b.buffer)
		}
	}
}

// unpin takes a block from the GPUs; the host keeps it.
func (x *process) unpin(b *block) {
	for _, g := range x.gpus {
		g.global.Unmap(b.buffer)
	}
	x.heap.spends(b.size - memory.FlatBytes(b.size) - pinnedOwn)
	b.pinned, b.registered, b.buffer = false, false, nil
	x.ordering.forget(b.base)
}

// blockAt is the block of the heap that holds an address, or nil.
func (x *process) blockAt(at uint64) *block {
	s := x.heap.memory.Find(at)
	if s == nil {
		return nil
	}
	b := x.heap.blocks[s.Base]
	if b == nil || b.freed != 0 {
		return nil
	}
	return b
}

// pinnedAt is the page-locked block that holds an address, or nil.
func (x *process) pinnedAt(at uint64) *block {
	if b := x.blockAt(at); b != nil && b.pinned {
		return b
	}
	return nil
}

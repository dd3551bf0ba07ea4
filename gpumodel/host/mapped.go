package host

import (
	"slices"

	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/scalar"
	"warpbook.dev/internal/bytesize"
)

// Virtual memory (cuMemAddressReserve and its relatives): addresses are reserved, physical memory is made, mapped there and made
// accessible, each by a call of its own. What is mapped is an allocation whose buffer keeps its bytes when it is mapped elsewhere.
// Here physical memory is mapped in one place at a time.

// mappingUnit is the granularity of physical memory, in bytes.
const mappingUnit = 2 << 20

// mostReserved is how many bytes of addresses a call can have, with its alignment: a part of what a GPU has here (gpuSpacing).
const mostReserved = gpuSpacing / 16

// wantsUnits ends what is said of other sizes.
const wantsUnits = ": cuMemGetAllocationGranularity says that it is a multiple of %d"

// A physical is memory of cuMemCreate.
type physical struct {
	*allocation // while it is mapped
	buffer      *memory.Buffer
	gpu         *gpu
	held        bool // cuMemRelease was not called
	flags       uint64
}

// mapped is what a program has of virtual memory.
type mapped struct {
	reserved map[uint64]int // the bytes of reservations, by address
	memory   map[uint64]*physical
}

func init() {
	register(map[string]system{
		// Args: where the address goes, bytes, alignment.
		"cuMemAddressReserve": inModules(func(x *process, c *scalar.Call) uint64 {
			n, align := sizeOf(c.Args[1]), max(c.Args[2], mappingUnit)
			if n <= 0 || n%mappingUnit != 0 || align&(align-1) != 0 {
				x.find("line %d: cuMemAddressReserve of %d bytes"+wantsUnits, c.Line, n, mappingUnit)
				return invalidValue
			}
			if n > mostReserved || align > mostReserved {
				x.find("line %d: cuMemAddressReserve of %d bytes at a multiple of %d: there are %d for all", c.Line, n, align, mostReserved)
				return outOfMemory
			}
			at := x.gpu.global.Reserve(n + int(align))
			at = (at + align - 1) / align * align
			x.mapped.reserved[at] = n
			return x.result(c, 8, at)
		}),
		"cuMemAddressFree": inModules(func(x *process, c *scalar.Call) uint64 {
			if x.mapped.reserved[c.Args[0]] != sizeOf(c.Args[1]) || c.Args[1] == 0 || len(x.mappedIn(c.Args[0], sizeOf(c.Args[1]))) > 0 {
				return invalidValue
			}
			delete(x.mapped.reserved, c.Args[0])
			return success
		}),
		// Args: where the handle goes, bytes, the device, what the caller wants to find again.
		"cuMemCreate": inModules(func(x *process, c *scalar.Call) uint64 {
			n, g := sizeOf(c.Args[1]), x.gpuOf(c.Args[2])
			switch {
			case g == nil:
				return invalidDevice
			case n <= 0 || n%mappingUnit != 0:
				x.find("line %d: cuMemCreate of %d bytes"+wantsUnits, c.Line, n, mappingUnit)
				return invalidValue
			case g.used+n > x.Device.UsableMemory() || !x.heap.takes(n):
				x.find("line %d: cuMemCreate of %d bytes: %s has %s, and %s are in use", c.Line, n, x.Device.Name, bytesize.Limit(int64(x.Device.UsableMemory())),
					bytesize.Text(int64(g.used)))
				return outOfMemory
			}
			g.used += n
			handle := x.handle()
			x.mapped.memory[handle] = &physical{buffer: memory.NewBuffer(n, nil), gpu: g, held: true, flags: c.Args[3]}
			return x.result(c, 8, handle)
		}),
		// Args: where the device goes, where it goes what the caller wants to find again, the handle.
		"cuMemProperties": inModules(func(x *process, c *scalar.Call) uint64 {
			m := x.mapped.memory[c.Args[2]]
			if m == nil {
				return invalidValue
			}
			return x.result(c, 4, uint64(m.gpu.number), m.flags)
		}),
		"cuMemRelease": inModules(func(x *process, c *scalar.Call) uint64 {
			m := x.mapped.memory[c.Args[0]]
			if m == nil || !m.held {
				return invalidValue
			}
			m.held = false
			x.discard(m)
			return success
		}),
		// Args: the address, bytes, the offset in the memory, the handle.
		"cuMemMap": inModules(func(x *process, c *scalar.Call) uint64 {
			return x.mapAt(c.Args[0], sizeOf(c.Args[1]), c.Args[2], c.Args[3], c.Line)
		}),
		"cuMemUnmap": inModules(func(x *process, c *scalar.Call) uint64 {
			all := x.mappedIn(c.Args[0], sizeOf(c.Args[1]))
			if len(all) == 0 {
				return invalidValue
			}
			for _, m := range all {
				x.unmap(m)
			}
			return success
		}),
		// Args: the address, bytes, the device, flags.
		"cuMemSetAccess": inModules(func(x *process, c *scalar.Call) uint64 {
			g, all := x.gpuOf(c.Args[2]), x.mappedIn(c.Args[0], sizeOf(c.Args[1]))
			switch {
			case g == nil:
				return invalidDevice
			case len(all) == 0:
				x.find("line %d: cuMemSetAccess of addresses to which no memory is mapped: call cuMemMap before", c.Line)
				return invalidValue
			}
			for _, m := range all {
				if c.Args[3] == 0 {
					g.global.Unmap(m.buffer)
				} else {
					g.global.Share(m.buffer)
				}
			}
			return success
		}),
		// Args: where the beginning goes, where the bytes go, an address.
		"cuMemAddressRange": inModules(func(x *process, c *scalar.Call) uint64 {
			a := x.allocations.holding(c.Args[2], 0)
			if a == nil || a.freed != 0 {
				return notFound
			}
			for i, v := range []uint64{a.base, uint64(a.size)} {
				if slot, ok := x.heap.memory.Bytes(c.Args[i], 8); ok && c.Args[i] != 0 {
					memory.PutWord(slot, 8, v)
				}
			}
			return success
		}),
	})
}

// mapAt maps physical memory to reserved addresses.
func (x *process) mapAt(at uint64, n int, offset, handle uint64, line int) uint64 {
	m := x.mapped.memory[handle]
	switch {
	case m == nil || !m.held || offset != 0 || n != m.buffer.Size:
		return invalidValue
	case m.allocation != nil:
		x.find("line %d: cuMemMap of memory that is mapped already: here it can be mapped in one place at a time", line)
		return notSupported
	case !x.isReserved(at, n) || len(x.mappedIn(at, n)) > 0:
		x.find("line %d: cuMemMap to addresses that are not reserved (cuMemAddressReserve), or in use", line)
		return invalidValue
	}
	m.buffer.Base, m.buffer.Name = at, "mapped memory"
	m.allocation = &allocation{base: at, buffer: m.buffer, size: n, line: line, gpu: m.gpu, mapped: true}
	x.allocations.add(m.allocation)
	return success
}

// isMapped tells whether physical memory is mapped at an address.
func (x *process) isMapped(at uint64) bool {
	a := x.allocations.holding(at, 0)
	return a != nil && a.mapped
}

func (x *process) isReserved(at uint64, n int) bool {
	for from, size := range x.mapped.reserved {
		if at >= from && at+uint64(n) <= from+uint64(size) {
			return true
		}
	}
	return false
}

// mappedIn is the memory that is mapped to addresses.
func (x *process) mappedIn(at uint64, n int) (all []*physical) {
	for _, m := range x.mapped.memory {
		if m.allocation != nil && m.base >= at && m.base+uint64(m.size) <= at+uint64(n) {
			all = append(all, m)
		}
	}
	return all
}

func (x *process) unmap(m *physical) {
	for _, g := range x.gpus {
		g.global.Unmap(m.buffer)
	}
	x.allocations = slices.DeleteFunc(x.allocations, func(a *allocation) bool { return a == m.allocation })
	m.allocation = nil
	x.discard(m)
}

// discard gives memory back that nobody holds and that is not mapped.
func (x *process) discard(m *physical) {
	if m.held || m.allocation != nil {
		return
	}
	m.gpu.used -= m.buffer.Size
	x.heap.held -= m.buffer.Size
	for handle, other := range x.mapped.memory {
		if other == m {
			delete(x.mapped.memory, handle)
		}
	}
}

// inPieces calls f for the parts of a copy or a fill of n bytes that lie in one piece of mapped memory each, on every side.
func (x *process) inPieces(n int, sides []uint64, f func(from, n int) uint64) uint64 {
	for from := 0; ; {
		piece := n - from
		for _, at := range sides {
			if a := x.allocations.holding(at+uint64(from), 0); a != nil && a.mapped && x.allocations.at(a.base+uint64(a.size)) != nil {
				piece = min(piece, a.size-int(at+uint64(from)-a.base))
			}
		}
		code := f(from, piece)
		if from += piece; code != success || from >= n {
			return code
		}
	}
}

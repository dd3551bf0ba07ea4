package host

import (
	"slices"

	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/scalar"
)

// Managed memory: host and GPUs reach it at one address. Where its pages are is the subject of residence.go.
func init() {
	register(map[string]system{
		// Args: the address, bytes, the device (below 0 for the host), the stream.
		"cudaMemPrefetch": plain(func(x *process, c *scalar.Call) uint64 {
			a, s := x.allocations.holding(c.Args[0], 0), x.streamOf(c.Args[3])
			device := int32(c.Args[2])
			switch {
			case x.failed():
				return uint64(x.gpu.sticky)
			case a == nil || a.managed == nil || a.freed != 0 || int(c.Args[0]-a.base)+sizeOf(c.Args[1]) > a.size:
				x.find("line %d: cudaMemPrefetchAsync of memory that is not from cudaMallocManaged", c.Line)
				return x.fails(invalidValue)
			case device >= 0 && x.gpuOf(uint64(device)) == nil, s == nil:
				return x.fails(invalidDevice)
			case c.Args[1] == 0:
				return x.fails(invalidValue)
			}
			from := int(c.Args[0] - a.base)
			a.managed.prefetched = device
			if device < 0 {
				x.moveToHost(s, a, from, from+sizeOf(c.Args[1]))
			} else {
				x.moveToGPU(s, a, from, from+sizeOf(c.Args[1]), false)
			}
			return success
		}),
		// Args: the stream, the address, bytes, flags. Whom memory is for changes no time here.
		"cudaMemAttach": plain(func(x *process, c *scalar.Call) uint64 {
			a, s, flags := x.allocations.at(c.Args[1]), x.streamOf(c.Args[0]), c.Args[3]
			whole := a != nil && (c.Args[2] == 0 || c.Args[2] == uint64(a.size))
			const global, single = 1, 4
			switch {
			case s == nil:
				return x.fails(invalidHandle)
			case a == nil || a.managed == nil || a.freed != 0 || !whole,
				flags&(flags-1) != 0 || flags < global || flags > single, flags == single && s.number == 0:
				return x.fails(invalidValue)
			}
			return success
		}),
		// Args: where the answer goes, its bytes, the cudaMemRangeAttribute, the address, bytes.
		"cudaMemRange": plain((*process).memRange),
		// Args: the address, bytes, the advice, the device.
		"cudaMemAdvise": plain(func(x *process, c *scalar.Call) uint64 {
			a := x.allocations.holding(c.Args[0], 0)
			if a == nil || a.managed == nil || a.freed != 0 || c.Args[1] == 0 {
				x.find("line %d: advice on memory that is not from cudaMallocManaged", c.Line)
				return x.fails(invalidValue)
			}
			return x.advise(a.managed, c.Args[2], int32(c.Args[3]))
		}),
	})
}

// The kinds of advice (cudaMemoryAdvise). Each that is even takes back the one before it.
const (
	setReadMostly   = 1
	unsetReadMostly = 2
	setPreferred    = 3
	unsetPreferred  = 4
	setAccessedBy   = 5
	unsetAccessedBy = 6
)

// Devices that are none (driver_types.h).
const (
	hostDevice = -1
	noDevice   = -2
)

// advise notes advice on managed memory. That it is mostly read changes times; the rest is for those who ask for it.
func (x *process) advise(r *residence, what uint64, device int32) uint64 {
	needsDevice := what >= setPreferred && what != unsetPreferred
	switch {
	case what < setReadMostly || what > unsetAccessedBy, needsDevice && device != hostDevice && x.gpuOf(uint64(device)) == nil:
		return x.fails(invalidValue)
	}
	switch what {
	case setReadMostly, unsetReadMostly:
		r.readMostly = what == setReadMostly
	case setPreferred:
		r.preferred = device
	case unsetPreferred:
		r.preferred = noDevice
	case setAccessedBy:
		if !slices.Contains(r.accessedBy, device) {
			r.accessedBy = append(r.accessedBy, device)
		}
	case unsetAccessedBy:
		r.accessedBy = slices.DeleteFunc(r.accessedBy, func(d int32) bool { return d == device })
	}
	return success
}

// What is asked of a range (cudaMemRangeAttribute): from these on, the type and the number of a place are two.
const (
	rangeReadMostly = 1
	rangePreferred  = 2
	rangeAccessedBy = 3
	rangePrefetched = 4
	rangeLast       = 8
)

// memRange is cudaMemRangeGetAttribute.
func (x *process) memRange(c *scalar.Call) uint64 {
	a, size, what := x.allocations.holding(c.Args[3], 0), sizeOf(c.Args[1]), c.Args[2]
	data, ok := x.heap.memory.Bytes(c.Args[0], size)
	switch {
	case x.failed():
		return uint64(x.gpu.sticky)
	case !ok || c.Args[0] == 0 || what < rangeReadMostly || what > rangeLast || c.Args[4] == 0,
		a == nil || a.managed == nil || a.freed != 0,
		size != 4 && (what != rangeAccessedBy || size == 0 || size%4 != 0):
		return x.fails(invalidValue)
	}
	const placeOfDevice, placeOfHost = 1, 2
	r, answer := a.managed, int32(0)
	place := func(device int32, number bool) int32 {
		switch {
		case number:
			return max(device, 0)
		case device == noDevice:
			return 0
		case device == hostDevice:
			return placeOfHost
		}
		return placeOfDevice
	}
	switch what {
	case rangeReadMostly:
		if r.readMostly {
			answer = 1
		}
	case rangePreferred:
		answer = r.preferred
	case rangePrefetched:
		answer = r.prefetched
	case rangeAccessedBy:
		for i := range size / 4 {
			device := int32(noDevice)
			if i < len(r.accessedBy) {
				device = r.accessedBy[i]
			}
			memory.PutWord(data[4*i:], 4, uint64(uint32(device)))
		}
		return success
	default:
		of := r.preferred
		if what > rangePrefetched+2 {
			of = r.prefetched
		}
		answer = place(of, what%2 == 0)
	}
	memory.PutWord(data, 4, uint64(uint32(answer)))
	return success
}

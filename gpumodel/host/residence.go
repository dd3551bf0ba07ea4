package host

import (
	"math/bits"
	"slices"

	"warpbook.dev/gpumodel/pcie"
	"warpbook.dev/gpumodel/scalar"
)

// A home says where a block of managed memory is.
type home uint8

const (
	nowhere home = iota // nothing has touched it
	onHost
	onGPU
	onBoth // read mostly: each side has a copy
)

// A residence records where managed memory is, block by block. A block that the host has is a segment of its memory. An access to any
// other block misses, and process.bring moves the block to the host, as a page fault does.
type residence struct {
	blocks     []home
	segments   []*scalar.Segment // by block; nil for a block that the host does not have
	readMostly bool
	// Advice of the program: the preferred device, the devices that access it, the last prefetch; noDevice: none.
	preferred  int32
	accessedBy []int32
	prefetched int32
	// until is the time, in seconds, when the last kernel ends that was given this memory. kernel is its name.
	until  float64
	kernel string
}

// blockBytes returns the size of a block of managed memory, in bytes.
func blockBytes() int { return int(runtimeConstants()["managed_block_bytes"]) }

// newResidence returns the residence of n bytes that nothing has touched.
func newResidence(n int) *residence {
	k := (n + blockBytes() - 1) / blockBytes()
	return &residence{blocks: make([]home, k), segments: make([]*scalar.Segment, k), preferred: noDevice, prefetched: noDevice}
}

// bounds returns the range of bytes of a block within its allocation.
func (a *allocation) bounds(block int) (from, to int) {
	from = block * blockBytes()
	return from, min(from+blockBytes(), a.size)
}

// migration returns the time, in seconds, to move bytes between host and GPU. With faults it adds page faults: the driver prefetches, one
// page first, then twice as many at each fault, so their number grows with the logarithm of the pages.
func (x *process) migration(bytes int, faults bool) float64 {
	seconds := float64(bytes) / (x.Device.PCIePinnedGBps * 1e9)
	if faults {
		pages := uint(bytes) / uint(runtimeConstants()["managed_page_bytes"])
		seconds += float64(max(1, bits.Len(pages))) * microseconds("managed_fault_us")
	}
	return seconds
}

// bring is the machine's handler for an access that hits no segment (scalar.Memory.Bring). It moves managed memory to the host, or allows
// an access just past a malloc block. It returns n bytes at the address, or nil if neither applies.
func (x *process) bring(address uint64, n int) []byte {
	if len(x.ordering.parked) > 0 {
		if data := x.early(address, n); data != nil {
			return data
		}
	}
	a := x.allocations.holding(address, max(n, 1))
	if a == nil {
		return x.besideBlock(address, n)
	}
	if a.managed == nil || a.freed != 0 {
		return nil
	}
	at := int(address - a.base)
	for block := at / blockBytes(); block <= (at+max(n, 1)-1)/blockBytes(); block++ {
		x.toHost(a, block)
	}
	return a.buffer.Flat()[at:][:n]
}

// toHost fetches a block that the host touches.
func (x *process) toHost(a *allocation, block int) {
	r := a.managed
	from, to := a.bounds(block)
	a.buffer.Set(from, to) // the host may write any of it
	if r.blocks[block] == onGPU && x.now() < r.until {
		x.finds(Remark, "the host touches %s, which is managed memory, before %s is done: call cudaDeviceSynchronize() behind the launch",
			x.arrayName(a), r.kernel)
	}
	switch r.blocks[block] {
	case onGPU:
		seconds := x.migration(to-from, true)
		now := x.now()
		x.run.Ops = append(x.run.Ops, pcie.Span{Issued: pcie.Issued{Op: pcie.Op{What: "migration to host",
			Transfer: &pcie.Transfer{Device: x.Device, Bytes: to - from, Pinned: true, Time: seconds}}}, Start: now, End: now + seconds})
		x.takes(seconds)
		r.blocks[block] = onHost
		if r.readMostly {
			r.blocks[block] = onBoth
		}
	case nowhere:
		r.blocks[block] = onHost
	}
	x.reach(a, block)
}

// reach gives the host a segment for a block that it has.
func (x *process) reach(a *allocation, block int) {
	if r := a.managed; r.segments[block] == nil {
		from, to := a.bounds(block)
		r.segments[block] = &scalar.Segment{Base: a.base + uint64(from), Data: a.buffer.Flat()[from:to:to], Name: a.buffer.Name}
		x.heap.memory.Add(r.segments[block])
		a.buffer.Expose()
	}
}

// leave takes the segment of a block from the host.
func (x *process) leave(a *allocation, block int) {
	if r := a.managed; r.segments[block] != nil {
		x.heap.memory.Remove(r.segments[block].Base)
		r.segments[block] = nil
		a.buffer.Conceal()
	}
}

// toGPU moves what a kernel is given of managed memory: all of the allocations that its arguments point into, since nobody knows
// here which pages it will touch. GPUs before 6.0 cannot fault: all managed memory moves before each kernel.
func (x *process) toGPU(s *stream, params []uint64) {
	faults := x.attribute(managedAttribute) != 0
	if !faults {
		for _, a := range x.allocations {
			x.moveToGPU(s, a, 0, a.size, false)
		}
		return
	}
	for _, a := range x.managedOf(params) {
		x.moveToGPU(s, a, 0, a.size, true)
	}
}

// managedOf is the managed memory that a launch is given: that of its arguments, and all variables.
func (x *process) managedOf(params []uint64) []*allocation {
	list := slices.Clone(x.managedVariables)
	for _, p := range params {
		if a := x.allocations.holding(p, 0); a != nil && a.managed != nil && a.freed == 0 {
			list = append(list, a)
		}
	}
	return list
}

// moveToGPU moves the blocks of a part of managed memory that the GPU does not have.
func (x *process) moveToGPU(s *stream, a *allocation, from, to int, faults bool) {
	r := a.managed
	if r == nil || a.freed != 0 || to <= from {
		return
	}
	bytes, seconds := 0, 0.0
	for block := from / blockBytes(); block <= (to-1)/blockBytes(); block++ {
		first, last := a.bounds(block)
		switch r.blocks[block] {
		case onHost:
			bytes += last - first
			seconds += x.migration(last-first, faults)
		case nowhere:
			if faults {
				seconds += microseconds("managed_fault_us")
			}
		}
		if r.readMostly && r.blocks[block] != nowhere {
			r.blocks[block] = onBoth
			continue
		}
		r.blocks[block] = onGPU
		x.leave(a, block)
	}
	if bytes > 0 {
		x.book(s, pcie.Work{Kind: pcie.Upload, Seconds: seconds}, pcie.Op{What: "migration to device",
			Transfer: &pcie.Transfer{Device: x.Device, Bytes: bytes, ToDevice: true, Pinned: true, Time: seconds}})
	}
}

// moveToHost moves blocks back before the host touches them: a prefetch.
func (x *process) moveToHost(s *stream, a *allocation, from, to int) {
	r, bytes := a.managed, 0
	for block := from / blockBytes(); block <= (to-1)/blockBytes(); block++ {
		if r.blocks[block] == onGPU {
			first, last := a.bounds(block)
			bytes += last - first
		}
		r.blocks[block] = onHost
		x.reach(a, block)
	}
	if bytes > 0 {
		seconds := x.migration(bytes, false)
		x.book(s, pcie.Work{Kind: pcie.Download, Seconds: seconds},
			pcie.Op{What: "migration to host", Transfer: &pcie.Transfer{Device: x.Device, Bytes: bytes, Pinned: true, Time: seconds}})
	}
}

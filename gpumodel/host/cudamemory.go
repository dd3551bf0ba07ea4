package host

import (
	"fmt"
	"slices"

	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/scalar"
	"warpbook.dev/internal/bytesize"
)

// Memory of the GPU, and of the host for it.
func init() {
	register(map[string]system{
		"cudaMalloc": plain(func(x *process, c *scalar.Call) uint64 { return x.cudaMalloc(c.Args[0], sizeOf(c.Args[1]), c.Line) }),
		"cudaMallocManaged": plain(func(x *process, c *scalar.Call) uint64 {
			return x.cudaMallocManaged(c.Args[0], sizeOf(c.Args[1]), c.Line)
		}),
		"cudaFree": plain(func(x *process, c *scalar.Call) uint64 {
			x.synchronize()
			return x.cudaFree(c.Args[0], c.Line)
		}),
		"cudaFreeAsync": plain(func(x *process, c *scalar.Call) uint64 { return x.cudaFree(c.Args[0], c.Line) }),
		// Each of the two answers is optional.
		"cudaMemGetInfo": plain(func(x *process, c *scalar.Call) uint64 {
			if x.failed() {
				return uint64(x.gpu.sticky)
			}
			all := uint64(x.Device.UsableMemory())
			for i, v := range []uint64{all - uint64(x.gpu.used), all} {
				slot, ok := x.heap.memory.Bytes(c.Args[i], 8)
				if c.Args[i] != 0 && !ok {
					return x.fails(invalidValue)
				}
				if ok {
					memory.PutWord(slot, 8, v)
				}
			}
			return success
		}),
		// Args: the pointer, the pitch, bytes of a row, rows, slices.
		"cudaMallocPitch": plain(func(x *process, c *scalar.Call) uint64 {
			slot, ok := x.heap.memory.Bytes(c.Args[1], 8)
			if !ok {
				return x.fails(invalidValue)
			}
			if max(c.Args[2], c.Args[3], c.Args[4]) > mostBytes {
				return x.fails(invalidValue)
			}
			align := x.attribute(textureAlignment)
			pitch := (sizeOf(c.Args[2]) + align - 1) / align * align
			code := x.cudaMalloc(c.Args[0], spanOf(pitch, pitch, sizeOf(c.Args[3]), sizeOf(c.Args[3]), sizeOf(c.Args[4])), c.Line)
			if code == success {
				memory.PutWord(slot, 8, uint64(pitch))
			}
			return code
		}),
		"cudaPointerGetAttributes": plain((*process).pointerAttributes),
	})
}

// cudaMalloc gives out memory of the current GPU.
func (x *process) cudaMalloc(to uint64, n, line int) uint64 {
	g := x.gpu
	slot, ok := x.heap.memory.Bytes(to, 8)
	switch {
	case !ok:
		x.find("line %d: cudaMalloc needs the address of a pointer as its first argument: write &p", line)
		return x.fails(invalidValue)
	case x.failed():
		return uint64(g.sticky)
	case x.breaksCaptures():
		x.find("line %d: memory cannot be given out while a stream is captured: do it before, or capture with cudaStreamCaptureModeRelaxed", line)
		return x.fails(captureUnsupported)
	case n == 0:
		memory.PutWord(slot, 8, 0)
		return success
	case n > 0 && g.used+n <= x.Device.UsableMemory() && !x.heap.takes(memory.FlatBytes(n)+allocationOwn):
		x.find("line %d: cudaMalloc of %d bytes: this computer has no room for them: a program may hold %s", line, n, bytesize.Limit(int64(x.heap.limit)))
		return x.fails(outOfMemory)
	case n < 0 || g.used+n > x.Device.UsableMemory():
		x.find("line %d: cudaMalloc of %d bytes: %s has %s, and %s are in use", line, n, x.Device.Name, bytesize.Limit(int64(x.Device.UsableMemory())),
			bytesize.Text(int64(g.used)))
		return x.fails(outOfMemory)
	}
	x.ordering.separates()
	b := memory.NewBuffer(n, nil)
	b.Flat() // the limit of memory has counted all of it
	b.MarkUnset()
	b.Name = called(x.named(site{line, x.column}, "cudaMalloc"), fmt.Sprintf("array (line %d)", line))
	a := &allocation{base: g.global.Map(b), buffer: b, size: n, line: line, column: x.column, gpu: g, context: x.context()}
	x.allocations.add(a)
	x.share(a)
	g.used += n
	memory.PutWord(slot, 8, a.base)
	return success
}

// share lets the other GPUs reach memory, as far as they may.
func (x *process) share(a *allocation) {
	for _, other := range x.gpus {
		if other != a.gpu && (a.managed != nil || other.peers[a.gpu.number]) {
			other.global.Share(a.buffer)
		}
	}
}

// cudaMallocManaged gives out memory that host and GPUs both reach.
func (x *process) cudaMallocManaged(to uint64, n, line int) uint64 {
	code := x.cudaMalloc(to, n, line)
	slot, ok := x.heap.memory.Bytes(to, 8)
	if code != success || !ok || n == 0 {
		return code
	}
	x.manage(x.allocations.at(memory.Word(slot, 8)))
	return success
}

// manage lets the host reach memory of a GPU.
func (x *process) manage(a *allocation) {
	a.managed = newResidence(a.size)
	x.share(a)
	x.run.Managed = true
}

// cudaFree gives memory of a GPU back.
func (x *process) cudaFree(at uint64, line int) uint64 {
	a := x.allocations.at(at)
	switch {
	case x.failed():
		return uint64(x.gpu.sticky)
	case at == 0:
		return success
	case a != nil && a.freed != 0:
		x.find("line %d: cudaFree of what was freed in line %d", line, a.freed)
		return x.fails(invalidValue)
	case a == nil || a.variable != "" || a.mapped || x.arrays[at] != nil:
		x.find("line %d: cudaFree of what cudaMalloc has not returned%s", line, x.whose(at))
		return x.fails(invalidValue)
	}
	x.release(a, line)
	return success
}

// release takes memory from all who reach it.
func (x *process) release(a *allocation, line int) {
	a.freed = max(line, 1)
	x.ordering.forget(a.base)
	if a.managed != nil {
		for block := range a.managed.blocks {
			x.leave(a, block)
		}
	}
	for _, g := range x.gpus {
		g.global.Unmap(a.buffer)
	}
	a.gpu.used -= a.size
	if !ours(a.variable) {
		x.heap.spends(-memory.FlatBytes(a.size))
	}
	a.buffer = nil
	if x.gone++; x.gone > 2*mostGone {
		x.gone = 0
		x.allocations = slices.DeleteFunc(x.allocations, func(a *allocation) bool {
			old := a.freed != 0 && !a.mapped // an address is not given out twice: nobody finds another array there
			if old {
				x.heap.spends(-allocationOwn)
			}
			return old
		})
	}
}

// whose says what an address is.
func (x *process) whose(at uint64) string {
	if b := x.heap.blocks[at]; b != nil {
		return fmt.Sprintf(": it is memory of the host, from line %d", b.line)
	}
	if x.heap.memory.Find(at) != nil {
		return ": it is memory of the host"
	}
	if a := x.allocations.holding(at, 0); a != nil {
		return fmt.Sprintf(": it is memory of the GPU, from line %d", a.line)
	}
	return ""
}

// pointerAttributes fills a cudaPointerAttributes: type, device, and the pointer for the GPU and for the host.
func (x *process) pointerAttributes(c *scalar.Call) uint64 {
	data, ok := x.heap.memory.Bytes(c.Args[0], 24)
	if !ok {
		return x.fails(invalidValue)
	}
	at := c.Args[1]
	kind, number, device, host := uint64(0), uint64(0xfffffffe), uint64(0), at // of memory that CUDA does not know
	if b := x.pinnedAt(at); b != nil {
		kind, number, device = 1, uint64(b.gpu.number), at
	}
	if a := x.allocations.holding(at, 0); a != nil && a.freed == 0 {
		kind, number, device, host = 2, uint64(a.gpu.number), at, 0
		if a.managed != nil {
			kind, host = 3, at
		}
	}
	memory.PutWord(data, 4, kind)
	memory.PutWord(data[4:], 4, number)
	memory.PutWord(data[8:], 8, device)
	memory.PutWord(data[16:], 8, host)
	return success
}

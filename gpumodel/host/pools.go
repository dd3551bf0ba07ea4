package host

import (
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/scalar"
)

// A pool is where cudaMallocAsync takes memory from. It keeps nothing back: what is freed is the GPU's again.
type pool struct {
	gpu       *gpu
	threshold uint64         // cudaMemPoolAttrReleaseThreshold
	reuse     [4]uint64      // the three cudaMemPoolReuse…, by their numbers
	access    map[int]uint64 // of other GPUs, cudaMemAccessFlags
}

// Attributes of pools (cudaMemPoolAttr).
const (
	poolReuseLast    = 3
	poolThreshold    = 4
	poolReservedHigh = 6
	poolUsedHigh     = 8

	accessReadWrite = 3 // cudaMemAccessFlagsProtReadWrite
)

func (x *process) newPool(g *gpu) uint64 {
	h := x.handle()
	x.pools[h] = &pool{gpu: g, reuse: [4]uint64{1, 1, 1, 1}, access: map[int]uint64{}}
	return h
}

// poolOf is the pool of a GPU: the one that it began with, or the one that is used now.
func (x *process) poolOf(g *gpu, first bool) uint64 {
	if g.pools[0] == 0 {
		h := x.newPool(g)
		g.pools = [2]uint64{h, h}
	}
	if first {
		return g.pools[0]
	}
	return g.pools[1]
}

// Pools.
func init() {
	register(map[string]system{
		// Args: the pointer, bytes, the stream.
		"cudaMallocAsync": plain(func(x *process, c *scalar.Call) uint64 {
			if x.streamOf(c.Args[2]) == nil {
				return x.fails(invalidHandle)
			}
			code := x.cudaMalloc(c.Args[0], sizeOf(c.Args[1]), c.Line)
			if slot, ok := x.heap.memory.Bytes(c.Args[0], 8); ok && code == success && c.Args[1] != 0 {
				x.allocations.at(memory.Word(slot, 8)).pooled = true
			}
			return code
		}),
		"cudaPoolKnown": plain(func(x *process, c *scalar.Call) uint64 {
			if x.pools[c.Args[0]] == nil {
				return 0
			}
			return 1
		}),
		// Args: where the pool goes, the device, whether it is the one that it began with.
		"cudaPoolOf": plain(func(x *process, c *scalar.Call) uint64 {
			g := x.gpuOf(c.Args[1])
			first := c.Args[2] != 0
			switch {
			case g == nil && first:
				return x.fails(invalidDevice)
			case g == nil:
				return x.fails(invalidValue)
			}
			return x.result(c, 8, x.poolOf(g, first))
		}),
		// Args: the device, the pool.
		"cudaPoolUse": plain(func(x *process, c *scalar.Call) uint64 {
			g, p := x.gpuOf(c.Args[0]), x.pools[c.Args[1]]
			if g == nil || p == nil || p.gpu != g {
				return x.fails(invalidValue)
			}
			x.poolOf(g, true)
			g.pools[1] = c.Args[1]
			return success
		}),
		// Args: where the pool goes, the device.
		"cudaPoolCreate": plain(func(x *process, c *scalar.Call) uint64 {
			g := x.gpuOf(c.Args[1])
			if g == nil {
				return x.fails(invalidValue)
			}
			return x.result(c, 8, x.newPool(g))
		}),
		"cudaPoolDestroy": plain(func(x *process, c *scalar.Call) uint64 {
			p := x.pools[c.Args[0]]
			if p == nil || p.gpu.pools[0] == c.Args[0] {
				return x.fails(invalidValue)
			}
			if p.gpu.pools[1] == c.Args[0] {
				p.gpu.pools[1] = p.gpu.pools[0]
			}
			delete(x.pools, c.Args[0])
			return success
		}),
		// Args: the pool, the attribute, the value, whether it is set.
		"cudaPoolAttribute": plain((*process).poolAttribute),
		// Args: the pool, the device that accesses its memory, the flags.
		"cudaPoolAccess": plain(func(x *process, c *scalar.Call) uint64 {
			p, g := x.pools[c.Args[0]], x.gpuOf(c.Args[1])
			switch {
			case p == nil:
				return x.fails(invalidValue)
			case g == nil:
				return x.fails(invalidDevice)
			case g == p.gpu && c.Args[2] != accessReadWrite: // which always has it
				return x.fails(invalidDevice)
			case g == p.gpu:
				return success
			}
			p.access[g.number] = c.Args[2]
			if c.Args[2] != 0 {
				g.peers[p.gpu.number] = true
				x.shareAll()
			}
			return success
		}),
		// Args: where the flags go, the pool, the device.
		"cudaPoolAccessOf": plain(func(x *process, c *scalar.Call) uint64 {
			p, g := x.pools[c.Args[1]], x.gpuOf(c.Args[2])
			switch {
			case p == nil:
				return x.fails(invalidValue)
			case g == nil:
				return x.fails(invalidDevice)
			case g == p.gpu:
				return x.result(c, 4, accessReadWrite)
			}
			return x.result(c, 4, p.access[g.number])
		}),
	})
}

// poolAttribute is cudaMemPoolGetAttribute and cudaMemPoolSetAttribute. What is in use can only be told, and its highest value only be
// set to 0.
func (x *process) poolAttribute(c *scalar.Call) uint64 {
	p, what, set := x.pools[c.Args[0]], c.Args[1], c.Args[3] != 0
	size := 8
	if what <= poolReuseLast {
		size = 4
	}
	data, ok := x.heap.memory.Bytes(c.Args[2], size)
	if p == nil || !ok || what == 0 || what > poolUsedHigh {
		return x.fails(invalidValue)
	}
	value := memory.Word(data, size)
	switch {
	case what <= poolReuseLast && set:
		p.reuse[what] = value
	case what <= poolReuseLast:
		memory.PutWord(data, size, p.reuse[what])
	case what == poolThreshold && set:
		p.threshold = value
	case what == poolThreshold:
		memory.PutWord(data, size, p.threshold)
	case set && (value != 0 || what != poolReservedHigh && what != poolUsedHigh):
		return x.fails(invalidValue)
	case !set:
		memory.PutWord(data, size, uint64(x.pooled(p)))
	}
	return success
}

// pooled is how many bytes of a pool are in use.
func (x *process) pooled(p *pool) (n int) {
	for _, a := range x.allocations {
		if a.pooled && a.gpu == p.gpu && a.freed == 0 {
			n += a.size
		}
	}
	return n
}

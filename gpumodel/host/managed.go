package host

import "warpbook.dev/gpumodel/scalar"

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
				return success
			}
			from := int(c.Args[0] - a.base)
			if device < 0 {
				x.moveToHost(s, a, from, from+sizeOf(c.Args[1]))
			} else {
				x.moveToGPU(s, a, from, from+sizeOf(c.Args[1]), false)
			}
			return success
		}),
		// Args: the address, bytes, the advice, the device.
		"cudaMemAdvise": plain(func(x *process, c *scalar.Call) uint64 {
			a := x.allocations.holding(c.Args[0], 0)
			if a == nil || a.managed == nil || a.freed != 0 {
				x.find("line %d: advice on memory that is not from cudaMallocManaged", c.Line)
				return x.fails(invalidValue)
			}
			if c.Args[2] == 1 || c.Args[2] == 2 { // cudaMemAdviseSetReadMostly and its opposite; the others change no time here
				a.managed.readMostly = c.Args[2] == 1
			}
			return success
		}),
	})
}

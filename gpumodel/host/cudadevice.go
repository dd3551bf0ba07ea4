package host

import (
	"fmt"
	"strings"

	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/scalar"
)

// Devices: which there are, which is the current one, and what they have.
func init() {
	register(map[string]system{
		"cudaDeviceSynchronize": plain(func(x *process, c *scalar.Call) uint64 { return x.synchronize() }),
		"cudaDeviceReset":       plain(func(x *process, c *scalar.Call) uint64 { return x.reset(c.Line) }),
		"cudaGetDeviceCount":    plain(func(x *process, c *scalar.Call) uint64 { return x.result(c, 4, uint64(len(x.gpus))) }),
		"cudaGetDevice":         plain(func(x *process, c *scalar.Call) uint64 { return x.result(c, 4, uint64(x.gpu.number)) }),
		"cudaSetDevice": plain(func(x *process, c *scalar.Call) uint64 {
			g := x.gpuOf(c.Args[0])
			if g == nil {
				return x.fails(invalidDevice)
			}
			x.useGPU(g)
			return success
		}),
		"cudaSetDeviceFlags": plain(func(x *process, c *scalar.Call) uint64 { x.gpu.flags = c.Args[0]; return success }),
		"cudaGetDeviceFlags": plain(func(x *process, c *scalar.Call) uint64 { return x.result(c, 4, x.gpu.flags|8) }),
		"cudaTotalMemory":    plain(func(x *process, c *scalar.Call) uint64 { return uint64(x.Device.MemoryMB) << 20 }),
		// cudaDeviceName writes a device's name, unless there is no place for it.
		"cudaDeviceName": plain(func(x *process, c *scalar.Call) uint64 {
			if x.gpuOf(c.Args[1]) == nil {
				return x.fails(invalidDevice)
			}
			name := "NVIDIA " + x.Device.Name
			if data, ok := x.heap.memory.Bytes(c.Args[0], len(name)+1); ok && c.Args[0] != 0 {
				copy(data, name+"\x00")
			}
			return success
		}),
		"cudaDeviceGetAttribute": plain(func(x *process, c *scalar.Call) uint64 {
			switch {
			case x.gpuOf(c.Args[2]) == nil:
				return x.fails(invalidDevice)
			case c.Args[1] < 1 || uint32(c.Args[1]) > lastAttribute:
				return x.fails(invalidValue)
			case c.Args[1] == 33: // the number on the bus tells devices apart
				return x.result(c, 4, uint64(busOf(x.gpuOf(c.Args[2]))))
			}
			return x.result(c, 4, uint64(x.attribute(int(c.Args[1]))))
		}),
		"cudaDeviceGetPCIBusId": plain(func(x *process, c *scalar.Call) uint64 {
			g := x.gpuOf(c.Args[2])
			if g == nil {
				return x.fails(invalidDevice)
			}
			id := busText(g) + "\x00"
			data, ok := x.heap.memory.Bytes(c.Args[0], min(len(id), int(int32(c.Args[1]))))
			if !ok || len(data) < len(id) {
				return x.fails(invalidValue)
			}
			copy(data, id)
			return success
		}),
		"cudaDeviceGetByPCIBusId": plain(func(x *process, c *scalar.Call) uint64 {
			for _, g := range x.gpus {
				if strings.EqualFold(x.heap.text(c.Args[1]), busText(g)) {
					return x.result(c, 4, uint64(g.number))
				}
			}
			return x.fails(invalidDevice)
		}),
		// cudaSetting sets a preference of the current device, or returns it where the value is below 0.
		"cudaSetting": plain(func(x *process, c *scalar.Call) uint64 {
			if int32(c.Args[1]) < 0 {
				return uint64(x.gpu.settings[c.Args[0]])
			}
			x.gpu.settings[c.Args[0]] = int(c.Args[1])
			return success
		}),
		"cudaDeviceSetLimit": plain(func(x *process, c *scalar.Call) uint64 { return x.setLimit(c.Args[0], c.Args[1]) }),
		"cudaDeviceGetLimit": plain(func(x *process, c *scalar.Call) uint64 {
			n, ok := x.limit(c.Args[1])
			if !ok {
				return x.fails(unsupportedLimit)
			}
			return x.result(c, 8, n)
		}),
		"cudaDeviceCanAccessPeer": plain(func(x *process, c *scalar.Call) uint64 {
			a, b := x.gpuOf(c.Args[1]), x.gpuOf(c.Args[2])
			if a == nil || b == nil {
				return x.fails(invalidDevice)
			}
			can := uint64(0)
			if a != b {
				can = 1
			}
			return x.result(c, 4, can)
		}),
		"cudaDeviceEnablePeerAccess": plain(func(x *process, c *scalar.Call) uint64 { return x.enablePeer(x.gpuOf(c.Args[0])) }),
		"cudaPoolAccess": plain(func(x *process, c *scalar.Call) uint64 {
			if g := x.gpuOf(c.Args[0]); g != nil && g != x.gpu {
				g.peers[x.gpu.number] = true
				x.shareAll()
			}
			return success
		}),
		"cudaDeviceDisablePeerAccess": plain(func(x *process, c *scalar.Call) uint64 {
			g := x.gpuOf(c.Args[0])
			switch {
			case g == nil:
				return x.fails(invalidDevice)
			case !x.gpu.peers[g.number]:
				return x.fails(peerNotEnabled)
			}
			delete(x.gpu.peers, g.number)
			for _, a := range x.allocations {
				if a.gpu == g && a.managed == nil && a.buffer != nil {
					x.gpu.global.Unmap(a.buffer)
				}
			}
			return success
		}),
	})
}

// result writes answers to the addresses that are the first arguments, each of so many bytes.
func (x *process) result(c *scalar.Call, size int, values ...uint64) uint64 {
	for i, v := range values {
		slot, ok := x.heap.memory.Bytes(c.Args[i], size)
		if !ok {
			return x.fails(invalidValue)
		}
		memory.PutWord(slot, size, v)
	}
	return success
}

// gpuOf is the GPU of a number, or nil.
func (x *process) gpuOf(number uint64) *gpu {
	if uint64(uint32(number)) >= uint64(len(x.gpus)) {
		return nil
	}
	return x.gpus[uint32(number)]
}

// busOf is the number that a GPU has on the bus, as in a server whose slots are 32 apart.
func busOf(g *gpu) int { return 0x17 + 0x20*g.number }

func busText(g *gpu) string { return fmt.Sprintf("0000:%02X:00.0", busOf(g)) }

// reset gives back all that the current GPU holds. A GPU that has failed stays unusable for the process, as with CUDA 13.
func (x *process) reset(line int) uint64 {
	g := x.gpu
	x.clock.until(g.queues.latest, x.machine.Steps)
	x.flush()
	for _, a := range x.allocations {
		if a.gpu == g && a.variable == "" && a.freed == 0 && !a.mapped {
			x.release(a, line)
		}
	}
	for h, s := range x.streams {
		if s.gpu == g {
			delete(x.streams, h)
		}
	}
	for h, e := range x.events {
		if e.gpu == g {
			delete(x.events, h)
		}
	}
	if g.sticky != success {
		g.sticky = devicesUnavailable
	}
	x.last = success
	return success
}

// enablePeer lets the kernels of the current GPU access the memory of another one.
func (x *process) enablePeer(g *gpu) uint64 {
	switch {
	case g == nil || g == x.gpu:
		return x.fails(invalidDevice)
	case x.gpu.peers[g.number]:
		return x.fails(peerEnabled)
	}
	x.gpu.peers[g.number] = true
	x.shareAll()
	return success
}

// shareAll gives every GPU what it may access of the memory of the others.
func (x *process) shareAll() {
	for _, a := range x.allocations {
		if a.freed == 0 {
			x.share(a)
		}
	}
}

// usualLimits are those of cudaDeviceGetLimit for a GPU on which nothing was set.
var usualLimits = map[uint64]uint64{0: 1024, 1: 8650752, 2: 8 << 20, 3: 2, 4: 2048, 5: 64, 6: 0}

// limit is one of cudaLimit.
func (x *process) limit(what uint64) (uint64, bool) {
	if n, set := x.gpu.limits[what]; set {
		return n, true
	}
	n, known := usualLimits[what]
	return n, known
}

// setLimit sets one. The room for what kernels print and for their heap cannot change once a kernel has used it.
func (x *process) setLimit(what, n uint64) uint64 {
	_, known := usualLimits[what]
	switch {
	case !known:
		return x.fails(unsupportedLimit)
	case what == 1 && x.hasPrinted:
		return x.fails(invalidValue)
	case what == 0:
		n = (n + 15) / 16 * 16
	}
	x.gpu.limits[what] = n
	return success
}

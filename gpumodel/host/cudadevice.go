package host

import (
	"fmt"
	"math/bits"
	"regexp"
	"strings"
	"sync"

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
			switch {
			case g == nil:
				return x.fails(invalidDevice)
			case g.sticky == devicesUnavailable: // it has failed, and was reset
				return x.fails(g.sticky)
			}
			x.useGPU(g)
			return success
		}),
		"cudaSetDeviceFlags": plain(func(x *process, c *scalar.Call) uint64 {
			flags := c.Args[0]
			if schedule := flags & scheduleMask; flags&^deviceFlags != 0 || bits.OnesCount64(schedule) > 1 {
				return x.fails(invalidValue)
			}
			x.gpu.flags = flags
			return success
		}),
		"cudaGetDeviceFlags": plain(func(x *process, c *scalar.Call) uint64 { return x.result(c, 4, x.gpu.flags|8) }),
		"cudaTotalMemory":    plain(func(x *process, c *scalar.Call) uint64 { return uint64(x.Device.UsableMemory()) }),
		// cudaDeviceName writes a device's name, unless there is no memory for it.
		"cudaDeviceName": plain(func(x *process, c *scalar.Call) uint64 {
			if x.gpuOf(c.Args[1]) == nil {
				return x.fails(invalidDevice)
			}
			name := x.Device.Product()
			if data, ok := x.heap.memory.Bytes(c.Args[0], len(name)+1); ok && c.Args[0] != 0 {
				copy(data, name+"\x00")
			}
			return success
		}),
		// cudaDeviceKnown tells whether there is a device of a number.
		"cudaDeviceKnown": plain(func(x *process, c *scalar.Call) uint64 {
			if x.gpuOf(c.Args[0]) == nil {
				return x.fails(invalidDevice)
			}
			return success
		}),
		"cudaDeviceGetAttribute": plain(func(x *process, c *scalar.Call) uint64 {
			switch {
			case c.Args[0] == 0:
				return x.fails(invalidValue)
			case x.gpuOf(c.Args[2]) == nil:
				return x.fails(invalidDevice)
			case c.Args[1] < 1 || uint32(c.Args[1]) > lastAttribute:
				return x.fails(invalidValue)
			case c.Args[1] == busAttribute: // the number on the bus tells devices apart
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
			text, ok := x.heap.cString(c.Args[1])
			if !ok || c.Args[0] == 0 || !busNumber().Match(text) {
				return x.fails(invalidValue)
			}
			for _, g := range x.gpus {
				if strings.EqualFold(string(text), busText(g)) {
					return x.result(c, 4, uint64(g.number))
				}
			}
			return x.fails(invalidDevice)
		}),
		// cudaSetting sets a preference of the current device, or returns it where the value is below 0.
		"cudaSetting": plain(func(x *process, c *scalar.Call) uint64 {
			if int32(c.Args[1]) >= 0 {
				x.gpu.settings[c.Args[0]] = int(c.Args[1])
				return success
			}
			set := x.gpu.settings[c.Args[0]]
			if c.Args[0] == banksSetting && (set == 0 || x.Device.SharedBankBytes == fourBytes) { // other banks are for those devices that have them
				set = banksOfFour
			}
			return uint64(set)
		}),
		"cudaDeviceSetLimit": plain(func(x *process, c *scalar.Call) uint64 { return x.setLimit(c.Args[0], c.Args[1]) }),
		"cudaDeviceGetLimit": plain(func(x *process, c *scalar.Call) uint64 {
			if x.failed() {
				return uint64(x.gpu.sticky)
			}
			n, code := x.limit(c.Args[1])
			if code != success {
				return x.fails(code)
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

// What cudaSetting sets beside the preference of caches (0): the banks of shared memory, of which those of four bytes are 1.
const (
	banksSetting = 1
	banksOfFour  = 1
	fourBytes    = 4
)

// Flags of devices (driver_types.h): all of them, and those that say how the host waits.
const (
	deviceFlags  = 0xff
	scheduleMask = 7
)

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

// busNumber is what a number on the bus looks like: domain, bus, device and function.
var busNumber = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[0-9A-Fa-f]{1,8}:)?[0-9A-Fa-f]{1,2}:[0-9A-Fa-f]{1,2}(?:\.[0-7])?$`)
})

// busOf is the number that a GPU has on the bus, as in a server whose slots are 32 apart.
func busOf(g *gpu) int { return 0x17 + 0x20*g.number }

func busText(g *gpu) string { return fmt.Sprintf("0000:%02X:00.0", busOf(g)) }

// reset gives back all that the current GPU holds. A GPU that has failed stays unusable for the process, as with CUDA 13.
func (x *process) reset(line int) uint64 {
	g := x.gpu
	x.clock.until(g.line.Latest(), x.machine.Steps)
	x.ordering.waitsForAll()
	x.flush()
	for _, a := range x.allocations {
		if a.gpu == g && a.variable == "" && a.freed == 0 && !a.mapped {
			x.release(a, line)
		}
	}
	for h, s := range x.streams {
		if s.gpu == g {
			drop(x, x.streams, h)
		}
	}
	for h, e := range x.events {
		if e.gpu == g {
			drop(x, x.events, h)
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
	case g == nil:
		return x.fails(invalidDevice)
	case g == x.gpu:
		return x.fails(peerUnsupported)
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

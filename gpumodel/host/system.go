package host

import (
	"fmt"
	"math"

	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/scalar"
)

// A function of the system that host code calls, by its name behind cuda.System (gpumodel/cuda/library/host.cuh).
type system func(x *process, c *scalar.Call) (uint64, error)

// call answers a call of the system.
func (x *process) call(c *scalar.Call) (uint64, error) {
	f := systems[c.Name]
	if f == nil {
		return 0, fmt.Errorf("line %d: BUG: the host has no function %s", c.Line, c.Name)
	}
	return f(x, c)
}

// plain is a function that cannot fail.
func plain(f func(x *process, c *scalar.Call) uint64) system {
	return func(x *process, c *scalar.Call) (uint64, error) { return f(x, c), nil }
}

// fault is an access of the host outside of its memory.
func (x *process) fault(c *scalar.Call, address uint64, write bool) error {
	return &scalar.Fault{Kind: "segmentation fault", Line: c.Line, Address: address, Write: write, Width: 1, Why: "in " + c.Name}
}

// systems are all functions.
var systems map[string]system

func init() {
	systems = map[string]system{
		"exit": func(x *process, c *scalar.Call) (uint64, error) {
			x.run.ExitCode = int(uint8(c.Args[0]))
			return 0, errExit
		},
		"abort": func(x *process, c *scalar.Call) (uint64, error) {
			return 0, &scalar.Fault{Kind: "abort", Line: c.Line, Why: "abort() was called"}
		},

		"malloc":  plain(func(x *process, c *scalar.Call) uint64 { return x.heap.alloc(int(c.Args[0]), c.Line) }),
		"calloc":  plain(func(x *process, c *scalar.Call) uint64 { return x.heap.alloc(int(c.Args[0]*c.Args[1]), c.Line) }),
		"realloc": realloc,
		"free":    func(x *process, c *scalar.Call) (uint64, error) { return 0, x.free(c, c.Args[0], false) },

		"rand":    plain(func(x *process, c *scalar.Call) uint64 { return x.random.rand() }),
		"srand":   plain(func(x *process, c *scalar.Call) uint64 { x.random.seed(uint32(c.Args[0])); return 0 }),
		"srand48": plain(func(x *process, c *scalar.Call) uint64 { x.random.x48 = c.Args[0]<<16&(1<<48-1) | 0x330e; return 0 }),
		"drand48": plain(func(x *process, c *scalar.Call) uint64 { return math.Float64bits(x.random.drand48()) }),

		"memmove": memmove,
		"memcpy":  memmove,
		"memset": func(x *process, c *scalar.Call) (uint64, error) {
			to, ok := x.heap.memory.Bytes(c.Args[0], int(c.Args[2]))
			if !ok {
				return 0, x.fault(c, c.Args[0], true)
			}
			for i := range to {
				to[i] = byte(c.Args[1])
			}
			return c.Args[0], nil
		},
		"memcmp": memcmp,

		"time":        plain(func(x *process, c *scalar.Call) uint64 { return epoch + uint64(x.clock.now(x.machine.Steps)) }),
		"nanoseconds": plain(func(x *process, c *scalar.Call) uint64 { return uint64(x.clock.now(x.machine.Steps) * 1e9) }),
		"clock":       plain(func(x *process, c *scalar.Call) uint64 { return uint64(x.clock.now(x.machine.Steps) * 1e6) }),
		"clock64":     plain(func(x *process, c *scalar.Call) uint64 { return uint64(x.clock.now(x.machine.Steps) * 1e6) }),
		"sleep": plain(func(x *process, c *scalar.Call) uint64 {
			x.clock.waited += float64(int64(c.Args[0])) * 1e-9
			return 0
		}),

		"cudaMalloc": plain(func(x *process, c *scalar.Call) uint64 { return x.cudaMalloc(c.Args[0], int(c.Args[1]), c.Line) }),
		"cudaMallocHost": plain(func(x *process, c *scalar.Call) uint64 {
			slot, ok := x.heap.memory.Bytes(c.Args[0], 8)
			at := x.heap.alloc(int(c.Args[1]), c.Line)
			if !ok || at == 0 {
				return x.gpu.fails(invalidValue)
			}
			x.heap.blocks[at].pinned = true
			memory.PutWord(slot, 8, at)
			return success
		}),
		"cudaMallocManaged": plain(func(x *process, c *scalar.Call) uint64 { return x.cudaMallocManaged(c.Args[0], int(c.Args[1]), c.Line) }),
		"cudaHostRegister": plain(func(x *process, c *scalar.Call) uint64 {
			if b := x.heap.blocks[c.Args[0]]; b != nil {
				b.pinned = true
			}
			return success
		}),
		"write": func(x *process, c *scalar.Call) (uint64, error) {
			data, ok := x.heap.memory.Bytes(c.Args[1], int(int32(c.Args[2])))
			if !ok {
				return 0, x.fault(c, c.Args[1], false)
			}
			out := x.Stdout
			if c.Args[0] == 2 {
				out = x.Stderr
			}
			return x.write(out, string(data))
		},
		"cudaFree": plain(func(x *process, c *scalar.Call) uint64 { return x.cudaFree(c.Args[0], c.Line) }),
		"cudaFreeHost": plain(func(x *process, c *scalar.Call) uint64 {
			if b := x.heap.blocks[c.Args[0]]; c.Args[0] != 0 && (b == nil || !b.pinned || b.freed != 0) {
				x.find("line %d: cudaFreeHost of what cudaMallocHost has not returned%s", c.Line, x.whose(c.Args[0]))
				return x.gpu.fails(invalidValue)
			}
			_ = x.free(c, c.Args[0], true)
			return success
		}),
		"cudaMemcpy": plain(func(x *process, c *scalar.Call) uint64 {
			return x.cudaMemcpy(c.Args[0], c.Args[1], int(c.Args[2]), int(int32(c.Args[3])), int64(c.Args[4]), c.Args[5] != 0, c.Line)
		}),
		"cudaMemset": plain(func(x *process, c *scalar.Call) uint64 {
			return x.cudaMemset(c.Args[0], byte(c.Args[1]), int(c.Args[2]), int64(c.Args[3]), c.Line)
		}),
		"cudaDeviceSynchronize": plain(func(x *process, c *scalar.Call) uint64 { return x.synchronize() }),
		"cudaDeviceReset": plain(func(x *process, c *scalar.Call) uint64 {
			x.synchronize()
			for _, a := range x.gpu.allocations {
				if a.variable == "" && a.freed == 0 {
					a.freed = c.Line
					x.gpu.global.Unmap(a.buffer)
					x.heap.held -= a.size
				}
			}
			x.gpu.used, x.gpu.last = 0, success
			return success
		}),
		"cudaGetLastError": plain(func(x *process, c *scalar.Call) uint64 {
			code := x.gpu.last
			x.gpu.unchecked = 0
			if c.Args[0] != 0 {
				x.gpu.last = x.gpu.sticky
			}
			return uint64(code)
		}),
		"cudaGetErrorString": plain(func(x *process, c *scalar.Call) uint64 { return x.literal(errorOf(c.Args[0]).text) }),
		"cudaGetErrorName":   plain(func(x *process, c *scalar.Call) uint64 { return x.literal(errorOf(c.Args[0]).name) }),
		"cudaSetDevice": plain(func(x *process, c *scalar.Call) uint64 {
			if c.Args[0] != 0 {
				return x.gpu.fails(invalidDevice)
			}
			return success
		}),
		"cudaMemory": plain(func(x *process, c *scalar.Call) uint64 {
			all := x.Device.MemoryMB << 20
			if c.Args[0] == 0 {
				all -= x.gpu.used
			}
			return uint64(all)
		}),
		"cudaProperty": plain(func(x *process, c *scalar.Call) uint64 { return property(x.Device, int(c.Args[0])) }),
		"cudaDeviceName": plain(func(x *process, c *scalar.Call) uint64 {
			name := "NVIDIA " + x.Device.Name
			if data, ok := x.heap.memory.Bytes(c.Args[0], len(name)+1); ok {
				copy(data, name)
			}
			return 0
		}),

		"cudaStreamCreate": plain(func(x *process, c *scalar.Call) uint64 {
			x.gpu.streams++
			return x.store(c, uint64(x.gpu.streams))
		}),
		"cudaStreamSynchronize": plain(func(x *process, c *scalar.Call) uint64 {
			x.clock.until(x.clock.reached(int64(c.Args[0])), x.machine.Steps)
			x.flush()
			return x.gpu.fails(x.gpu.sticky)
		}),
		"cudaStreamWaitEvent": plain(func(x *process, c *scalar.Call) uint64 {
			if at, ok := x.clock.events[c.Args[1]]; ok && at > x.clock.streams[int64(c.Args[0])] {
				x.clock.streams[int64(c.Args[0])] = at
			}
			return success
		}),
		"cudaEventCreate": plain(func(x *process, c *scalar.Call) uint64 {
			x.gpu.events++
			return x.store(c, x.gpu.events)
		}),
		"cudaEventDestroy": plain(func(x *process, c *scalar.Call) uint64 {
			if c.Args[0] == 0 || c.Args[0] > x.gpu.events {
				return x.gpu.fails(invalidHandle)
			}
			return success
		}),
		"cudaEventRecord": plain(func(x *process, c *scalar.Call) uint64 {
			if c.Args[0] == 0 || c.Args[0] > x.gpu.events {
				return x.gpu.fails(invalidHandle)
			}
			if x.clock.events == nil {
				x.clock.events = map[uint64]float64{}
			}
			_, x.clock.events[c.Args[0]] = x.clock.issue(int64(c.Args[1]), eventEngine, 0, x.machine.Steps)
			return success
		}),
		"cudaEventSynchronize": plain(func(x *process, c *scalar.Call) uint64 {
			x.clock.until(x.clock.events[c.Args[0]], x.machine.Steps)
			x.flush()
			return x.gpu.fails(x.gpu.sticky)
		}),
		"cudaEventElapsedTime": plain(func(x *process, c *scalar.Call) uint64 {
			from, known := x.clock.events[c.Args[1]]
			to, both := x.clock.events[c.Args[2]]
			slot, ok := x.heap.memory.Bytes(c.Args[0], 4)
			switch {
			case !ok:
				return x.gpu.fails(invalidValue)
			case !known || !both:
				x.find("line %d: cudaEventElapsedTime of an event that was not recorded", c.Line)
				return x.gpu.fails(invalidHandle)
			case x.clock.now(x.machine.Steps) < max(from, to):
				x.find("line %d: cudaEventElapsedTime before the events are reached: call cudaEventSynchronize first", c.Line)
				return notReady
			}
			memory.PutWord(slot, 4, uint64(math.Float32bits(float32((to-from)*1e3))))
			return success
		}),
	}
	addStdio()
}

// addStdio adds the functions of stdio.h, whenever its table has grown.
func addStdio() {
	if systems == nil {
		return
	}
	for name, f := range stdio {
		systems[name] = f
	}
}

// epoch is the time at which every program begins, so that it does the same each time: 1 January 2026.
const epoch = 1767225600

// store writes a handle to the address that is the first argument.
func (x *process) store(c *scalar.Call, handle uint64) uint64 {
	slot, ok := x.heap.memory.Bytes(c.Args[0], 8)
	if !ok {
		return x.gpu.fails(invalidValue)
	}
	memory.PutWord(slot, 8, handle)
	return success
}

// literal is a text of ours in the host's memory.
func (x *process) literal(text string) uint64 {
	if at, ok := x.literals[text]; ok {
		return at
	}
	at := x.heap.alloc(len(text)+1, 0)
	data, _ := x.heap.memory.Bytes(at, len(text)+1)
	copy(data, text)
	if x.literals == nil {
		x.literals = map[string]uint64{}
	}
	x.literals[text] = at
	return at
}

// free gives memory back; what is wrong with it ends the program as glibc does.
func (x *process) free(c *scalar.Call, at uint64, pinned bool) error {
	if at == 0 {
		return nil
	}
	b := x.heap.blocks[at]
	why := ""
	switch {
	case b == nil:
		why = "free of what malloc has not returned" + x.whose(at)
	case b.freed != 0:
		why = fmt.Sprintf("free of what was freed in line %d", b.freed)
	case b.pinned && !pinned:
		why = "free of what cudaMallocHost has returned: call cudaFreeHost"
	}
	if why != "" {
		return &scalar.Fault{Kind: "abort", Line: c.Line, Why: why}
	}
	b.freed = max(c.Line, 1)
	x.heap.held -= b.size
	x.heap.memory.Remove(at)
	return nil
}

func realloc(x *process, c *scalar.Call) (uint64, error) {
	old, n := c.Args[0], int(c.Args[1])
	at := x.heap.alloc(n, c.Line)
	if b := x.heap.blocks[old]; old != 0 && b != nil && b.freed == 0 {
		from, _ := x.heap.memory.Bytes(old, min(n, b.size))
		to, _ := x.heap.memory.Bytes(at, min(n, b.size))
		copy(to, from)
	}
	return at, x.free(c, old, false)
}

func memmove(x *process, c *scalar.Call) (uint64, error) {
	to, ok := x.heap.memory.Bytes(c.Args[0], int(c.Args[2]))
	if !ok {
		return 0, x.fault(c, c.Args[0], true)
	}
	from, ok := x.heap.memory.Bytes(c.Args[1], int(c.Args[2]))
	if !ok {
		return 0, x.fault(c, c.Args[1], false)
	}
	copy(to, from)
	return c.Args[0], nil
}

func memcmp(x *process, c *scalar.Call) (uint64, error) {
	a, ok := x.heap.memory.Bytes(c.Args[0], int(c.Args[2]))
	b, both := x.heap.memory.Bytes(c.Args[1], int(c.Args[2]))
	if !ok || !both {
		return 0, x.fault(c, c.Args[1], false)
	}
	for i := range a {
		if a[i] != b[i] {
			return uint64(int64(a[i]) - int64(b[i])), nil
		}
	}
	return 0, nil
}

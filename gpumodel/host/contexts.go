package host

import (
	"slices"

	"warpbook.dev/gpumodel/scalar"
)

// A cudaContext is a context of the driver. Each GPU has a primary context, which the runtime uses; cuCtxCreate makes others. Memory and
// modules belong to a context and are freed with it. Kernels in one context can access memory of another context of the same GPU here;
// a real GPU forbids that.
type cudaContext struct {
	handle  uint64
	gpu     *gpu
	flags   uint64
	primary bool
	users   int // reference count of a primary context (cuDevicePrimaryCtxRetain)
}

// interfaceVersion is the result of cuCtxGetApiVersion since CUDA 3.2.
const interfaceVersion = 3020

func init() {
	register(map[string]system{
		"cuInit": plain(func(x *process, c *scalar.Call) uint64 {
			if uint32(c.Args[0]) != 0 {
				return invalidValue
			}
			x.ready = true
			return success
		}),
		// Args: where the context goes, flags, the device.
		"cuContextNew": ofDriver(plain(func(x *process, c *scalar.Call) uint64 {
			g := x.gpuOf(c.Args[2])
			if g == nil {
				return invalidDevice
			}
			made := x.newContext(g, c.Args[1])
			x.push(made)
			return x.result(c, 8, made.handle)
		})),
		"cuContextDrop": ofDriver(plain(func(x *process, c *scalar.Call) uint64 {
			of := x.contexts[c.Args[0]]
			if of == nil || of.primary {
				return invalidContext
			}
			x.drop(of, c.Line)
			return success
		})),
		// Args: the context, and whether the one that is current stays below it.
		"cuContextBind": ofDriver(plain(func(x *process, c *scalar.Call) uint64 {
			of, stays := x.contexts[c.Args[0]], c.Args[1] != 0
			if of == nil && (c.Args[0] != 0 || stays) {
				return invalidContext
			}
			if !stays {
				x.pop()
			}
			if of != nil {
				x.push(of)
			}
			return success
		})),
		// Args: where the context goes that was the current one; 0 for nowhere.
		"cuContextPop": ofDriver(plain(func(x *process, c *scalar.Call) uint64 {
			of := x.context()
			if of == nil {
				return invalidContext
			}
			x.pop()
			if c.Args[0] == 0 {
				return success
			}
			return x.result(c, 8, of.handle)
		})),
		"cuContextNow": ofDriver(plain(func(x *process, c *scalar.Call) uint64 {
			if of := x.context(); of != nil {
				return x.result(c, 8, of.handle)
			}
			return x.result(c, 8, 0)
		})),
		// Args: where the answer goes, the context or 0 for the current one, and whether the answer is
		// the device (0), the flags (1) or the version of the interface (2).
		"cuContextGet": ofDriver(plain(func(x *process, c *scalar.Call) uint64 {
			of := x.contexts[c.Args[1]]
			if c.Args[1] == 0 {
				of = x.context()
			}
			if of == nil {
				return invalidContext
			}
			return x.result(c, 4, [...]uint64{uint64(of.gpu.number), of.flags, interfaceVersion}[c.Args[2]])
		})),
		// Args: where the context goes, the device.
		"cuPrimaryRetain": ofDriver(plain(func(x *process, c *scalar.Call) uint64 {
			g := x.gpuOf(c.Args[1])
			if g == nil {
				return invalidDevice
			}
			of := x.primary(g)
			of.users++
			return x.result(c, 8, of.handle)
		})),
		// Args: the device, and whether others that use its primary context do not matter.
		"cuPrimaryRelease": ofDriver(plain(func(x *process, c *scalar.Call) uint64 {
			g := x.gpuOf(c.Args[0])
			switch {
			case g == nil:
				return invalidDevice
			case g.primary == nil || c.Args[1] == 0 && g.primary.users == 0:
				return invalidContext
			}
			if g.primary.users--; g.primary.users <= 0 || c.Args[1] != 0 {
				x.drop(g.primary, c.Line)
				g.primary = nil
			}
			return success
		})),
		// Args: where the flags go, where it goes whether there is one, the device.
		"cuPrimaryState": ofDriver(plain(func(x *process, c *scalar.Call) uint64 {
			g := x.gpuOf(c.Args[2])
			switch {
			case g == nil:
				return invalidDevice
			case g.primary == nil:
				return x.result(c, 4, 0, 0)
			}
			return x.result(c, 4, g.primary.flags, 1)
		})),
	})
}

func (x *process) newContext(g *gpu, flags uint64) *cudaContext {
	made := &cudaContext{handle: x.handle(), gpu: g, flags: flags}
	x.contexts[made.handle] = made
	return made
}

// primary returns the primary context of a GPU.
func (x *process) primary(g *gpu) *cudaContext {
	if g.primary == nil {
		g.primary = x.newContext(g, 0)
		g.primary.primary = true
	}
	return g.primary
}

// context returns the current context, or nil.
func (x *process) context() *cudaContext {
	if n := len(x.bound); n > 0 {
		return x.bound[n-1]
	}
	return nil
}

// withContext is what each runtime call does first: it initialises the driver, and makes the primary context of the current GPU
// current if no context is.
func (x *process) withContext() {
	x.ready = true
	if len(x.bound) == 0 {
		x.push(x.primary(x.gpu))
	}
}

// useGPU is cudaSetDevice: it replaces the current context by the primary context of a GPU.
func (x *process) useGPU(g *gpu) {
	x.pop()
	x.push(x.primary(g))
}

func (x *process) push(c *cudaContext) {
	x.bound = append(x.bound, c)
	x.gpu = c.gpu
}

// pop takes the current context from the stack. The runtime goes on with the GPU of the one below it.
func (x *process) pop() {
	if n := len(x.bound); n > 0 {
		x.bound = x.bound[:n-1]
	}
	if below := x.context(); below != nil {
		x.gpu = below.gpu
	}
}

// drop destroys a context: it waits for its GPU, and gives back what the context holds.
func (x *process) drop(of *cudaContext, line int) {
	x.clock.until(of.gpu.line.Latest(), x.machine.Steps)
	x.ordering.waitsForAll()
	x.flush()
	for _, a := range x.allocations {
		if a.context == of && a.freed == 0 {
			x.release(a, line)
		}
	}
	for handle, m := range x.modules.loaded {
		if m.context == of {
			x.unload(handle, line)
		}
	}
	delete(x.contexts, of.handle)
	x.bound = slices.DeleteFunc(x.bound, func(c *cudaContext) bool { return c == of })
	if now := x.context(); now != nil {
		x.gpu = now.gpu
	}
}

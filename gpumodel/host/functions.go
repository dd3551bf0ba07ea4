package host

import (
	"fmt"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/scalar"
)

// A kernelState is what the program has set for a kernel.
type kernelState struct {
	maxShared int // bytes of dynamic shared memory, if more than usual
	carveout  uint64
}

// kernelState is that of a kernel.
func (x *process) kernelState(of *gpumodel.Kernel) *kernelState {
	k := x.kernels[of]
	if k == nil {
		k = &kernelState{carveout: ^uint64(0)}
		x.kernels[of] = k
	}
	return k
}

// kernelAt is the kernel of a pointer, or nil.
func (x *process) kernelAt(address uint64) *gpumodel.Kernel {
	if k := x.modules.kernels[address]; k != nil {
		return k
	}
	fn := x.program.Module.File().KernelAt(address)
	if fn == nil {
		return nil
	}
	k, _ := x.program.Module.RawKernel(fn.Name)
	return k
}

// What is asked and set of kernels, whose pointer is an argument, and launches by calls of the runtime.
func init() {
	register(map[string]system{
		// The layout is that of cudaFuncAttributes: three size_t and seven ints.
		"cudaFuncGetAttributes": func(x *process, c *scalar.Call) (uint64, error) {
			p, k, err := x.lowered(c.Args[1])
			data, ok := x.heap.memory.Bytes(c.Args[0], 56)
			switch {
			case p == nil:
				return x.notKernel(c.Args[1]), err
			case !ok:
				return x.fails(invalidValue), nil
			}
			d, capability := x.Device, tenfold(x.Device.ComputeCapability)
			state := x.kernelState(k)
			for i, v := range []uint64{uint64(p.SharedBytes), 0, uint64(p.LocalBytes)} {
				memory.PutWord(data[8*i:], 8, v)
			}
			shared := max(d.MaxSharedPerBlock-p.SharedBytes, state.maxShared)
			for i, v := range []uint64{uint64(x.mostThreads(p, k.Func())), uint64(p.Registers), uint64(capability), uint64(capability), 0,
				uint64(shared), state.carveout} {
				memory.PutWord(data[24+4*i:], 4, v)
			}
			return success, nil
		},
		// Args: the kernel, what, the value. What is below 0 where the model has nothing to set.
		"cudaFuncSetAttribute": func(x *process, c *scalar.Call) (uint64, error) {
			p, k, err := x.lowered(c.Args[0])
			what, value := int(int32(c.Args[1])), int(int32(c.Args[2]))
			switch {
			case what >= 0 && (what < firstFuncAttribute || what > lastFuncAttribute):
				return x.fails(invalidValue), err
			case p == nil:
				return x.notKernel(c.Args[0]), err
			case x.failed():
				return uint64(x.gpu.sticky), nil
			case what == 9 && (value < -1 || value > 100):
				return x.fails(invalidValue), nil
			case what == 8 && (value < 0 || value+p.SharedBytes > max(x.Device.MaxSharedPerBlock, x.Device.MaxSharedOptIn)):
				x.find("line %d: cudaFuncSetAttribute of %d bytes of dynamic shared memory: %s has %d for a block, and the kernel uses %d of them without",
					c.Line, value, x.Device.Name, max(x.Device.MaxSharedPerBlock, x.Device.MaxSharedOptIn), p.SharedBytes)
				return x.fails(invalidValue), nil
			case what == 8:
				x.kernelState(k).maxShared = value
			case what == 9:
				x.kernelState(k).carveout = uint64(value)
			}
			return success, nil
		},
		// Args: where the name goes, the kernel. The name is that of C++'s linkers.
		"cudaFuncGetName": plain(func(x *process, c *scalar.Call) uint64 {
			k := x.kernelAt(c.Args[1])
			switch {
			case c.Args[0] == 0:
				return x.fails(invalidValue)
			case k == nil:
				return x.fails(invalidFunction)
			}
			return x.result(c, 8, x.literal(k.Func().Symbol()))
		}),
		// Args: the kernel, the number of the parameter, where its offset goes, and where its size; 0 for what is not wanted.
		"cudaFuncGetParamInfo": plain(func(x *process, c *scalar.Call) uint64 {
			k := x.kernelAt(c.Args[0])
			if k == nil {
				return x.fails(invalidFunction)
			}
			parameters := k.Func().Params
			if c.Args[1] >= uint64(len(parameters)) || c.Args[2] == 0 {
				return x.fails(invalidValue)
			}
			i := c.Args[1]
			if slot, ok := x.heap.memory.Bytes(c.Args[3], 8); ok {
				memory.PutWord(slot, 8, uint64(parameters[i].Type.Size()))
			}
			c.Args = c.Args[2:]
			return x.result(c, 8, uint64(parameterOffsets(k.Func())[i]))
		}),
		// Args: the number, the kernel, threads of a block, bytes of dynamic shared memory.
		"cudaOccupancy": func(x *process, c *scalar.Call) (uint64, error) {
			p, k, err := x.lowered(c.Args[1])
			threads := int(int32(c.Args[2]))
			dynamic := int(c.Args[3]) // which wraps around, as on a card
			switch {
			case p == nil:
				return x.notKernel(c.Args[1]), err
			case threads < 1:
				return x.fails(invalidValue), nil
			case threads > x.Device.MaxThreadsPerBlock, dynamic+p.SharedBytes > x.mostShared(p, k):
				return x.result(c, 4, 0), nil
			}
			o, err := p.Occupy(x.Device, threads, max(dynamic, 0))
			if err != nil {
				return x.result(c, 4, 0), nil
			}
			return x.result(c, 4, uint64(o.BlocksPerSM)), nil
		},
		// Args: the bytes, the kernel, blocks of an SM, threads of a block.
		"cudaOccupancyShared": func(x *process, c *scalar.Call) (uint64, error) {
			p, k, err := x.lowered(c.Args[1])
			d, blocks, threads := x.Device, int(int32(c.Args[2])), int(int32(c.Args[3]))
			switch {
			case p == nil:
				return x.notKernel(c.Args[1]), err
			case blocks < 1 || blocks > d.MaxBlocksPerSM || threads < 1 || threads > d.MaxThreadsPerBlock:
				return x.fails(invalidValue), nil
			}
			unit := max(1, d.SharedUnit)
			room := d.SharedPerSM/blocks/unit*unit - p.SharedBytes
			return x.result(c, 8, uint64(max(0, min(room, x.mostShared(p, k)-p.SharedBytes)))), nil
		},
		// Args: the kernel, the sizes of grid and block, the addresses of the arguments, bytes of shared memory, the stream, whether
		// the launch is cooperative, and instead of the addresses a buffer with the arguments.
		"cudaLaunchKernel": func(x *process, c *scalar.Call) (uint64, error) {
			size := func(i int) gpumodel.Dim3 {
				return gpumodel.Dim3{X: int(uint32(c.Args[i])), Y: int(uint32(c.Args[i+1])), Z: int(uint32(c.Args[i+2]))}
			}
			k := x.kernelAt(c.Args[0])
			if k == nil {
				x.find("line %d: cudaLaunchKernel of what is not a kernel", c.Line)
				return x.notKernel(c.Args[0]), nil
			}
			params, err := x.paramsAt(c, k.Func(), c.Args[7])
			if len(c.Args) > 11 && c.Args[7] == 0 {
				params, err = x.paramsIn(c, k.Func(), c.Args[11])
			}
			if err != nil {
				return 0, err
			}
			before := x.last
			x.last = success
			call := &launchCall{kernel: k, grid: size(1), block: size(4), shared: sizeOf(c.Args[8]), stream: c.Args[9], params: params,
				cooperative: c.Args[10] != 0, line: c.Line}
			err = x.launchKernel(call)
			code := x.last
			if code == success {
				x.last = before
			}
			x.unchecked = 0 // the call returns the error
			return uint64(code), err
		},
	})
}

// lowered is the machine code of the kernel at an address; nil if there is no kernel.
func (x *process) lowered(address uint64) (*isa.Program, *gpumodel.Kernel, error) {
	k := x.kernelAt(address)
	if k == nil {
		return nil, nil, nil
	}
	p, err := k.Lower(x.ctx, x.Device)
	return p, k, err
}

// Attributes of kernels (cudaFuncAttribute): the first that can be set, and the last.
const (
	firstFuncAttribute = 8
	lastFuncAttribute  = 15
)

// notKernel is the error of an address that is not a kernel's.
func (x *process) notKernel(address uint64) uint64 {
	if address == 0 {
		return x.fails(invalidFunction)
	}
	return x.fails(invalidHandle)
}

// mostShared is how much shared memory a block of a kernel may have, its own and what a launch gives, as far as the program has asked.
func (x *process) mostShared(p *isa.Program, k *gpumodel.Kernel) int {
	return max(x.Device.MaxSharedPerBlock, x.kernelState(k).maxShared+p.SharedBytes)
}

// mostThreads is how many threads a block of a kernel can have.
func (x *process) mostThreads(p *isa.Program, fn *cuda.Func) int {
	n := x.Device.MaxThreadsPerBlock
	if fn.MaxThreads > 0 {
		n = min(n, fn.MaxThreads)
	}
	for n > 32 {
		if o, err := p.Occupy(x.Device, n, 0); err == nil && o.BlocksPerSM > 0 {
			break
		}
		n -= 32
	}
	return n
}

// paramsAt reads the parameters of a kernel from a table of their addresses. It returns the bits of the scalars that they consist of.
func (x *process) paramsAt(c *scalar.Call, fn *cuda.Func, table uint64) (params []uint64, err error) {
	var addresses []uint64
	for i := range fn.Params {
		slot, ok := x.heap.memory.Bytes(table+8*uint64(i), 8)
		if !ok {
			return nil, x.fault(c, table+8*uint64(i), false)
		}
		addresses = append(addresses, memory.Word(slot, 8))
	}
	return x.paramsFrom(c, fn, addresses)
}

// paramsIn reads the parameters from a buffer that has them behind one another, each where its type may stand.
func (x *process) paramsIn(c *scalar.Call, fn *cuda.Func, buffer uint64) ([]uint64, error) {
	var addresses []uint64
	for _, offset := range parameterOffsets(fn) {
		addresses = append(addresses, buffer+uint64(offset))
	}
	return x.paramsFrom(c, fn, addresses)
}

// parameterOffsets is where parameters stand behind one another, in bytes.
func parameterOffsets(fn *cuda.Func) (offsets []int) {
	next := 0
	for _, v := range fn.Params {
		align := max(1, v.Type.Alignment())
		next = (next + align - 1) / align * align
		offsets = append(offsets, next)
		next += v.Type.Size()
	}
	return offsets
}

// paramsFrom reads the parameters from their addresses.
func (x *process) paramsFrom(c *scalar.Call, fn *cuda.Func, addresses []uint64) (params []uint64, err error) {
	for i, v := range fn.Params {
		at := addresses[i]
		data, ok := x.heap.memory.Bytes(at, v.Type.Size())
		if !ok {
			return nil, x.fault(c, at, false)
		}
		if params, err = appendWords(params, v.Type, data); err != nil {
			return nil, fmt.Errorf("line %d: parameter %q of %s: %w", c.Line, v.Name, fn.Name, err)
		}
	}
	return params, nil
}

// putWords is the opposite of appendWords: it writes an object that is made of numbers, and returns how many it has taken.
func putWords(words []uint64, t *cuda.Type, data []byte) (taken int) {
	switch {
	case t.Union:
		return putWords(words, t.Raw(), data)
	case t.Kind == cuda.Struct:
		for _, f := range t.Fields {
			taken += putWords(words[taken:], f.Type, data[f.Offset:])
		}
		return taken
	case t.Kind == cuda.Array:
		for i := range t.Len {
			taken += putWords(words[taken:], t.Elem, data[i*t.Elem.Size():])
		}
		return taken
	}
	memory.PutWord(data, t.Size(), words[0])
	return 1
}

// appendWords takes an object apart into its numbers, in the order in which a launch passes them.
func appendWords(words []uint64, t *cuda.Type, data []byte) ([]uint64, error) {
	var err error
	switch {
	case t.Union:
		return appendWords(words, t.Raw(), data)
	case t.Kind == cuda.Struct:
		for _, f := range t.Fields {
			if words, err = appendWords(words, f.Type, data[f.Offset:]); err != nil {
				return nil, err
			}
		}
	case t.Kind == cuda.Array:
		for i := range t.Len {
			if words, err = appendWords(words, t.Elem, data[i*t.Elem.Size():]); err != nil {
				return nil, err
			}
		}
	default:
		words = append(words, memory.Word(data, t.Size()))
	}
	return words, nil
}

package host

import (
	"fmt"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/scalar"
)

// An array is a CUDA array: memory for textures and surfaces, row after row. Its handle is the address of the memory, which no
// program computes with.
type array struct {
	bits                 [4]int // of the channels
	format               int    // cudaChannelFormatKind
	width, height, depth int    // in elements; 0 where there is no such dimension
	flags                uint64
}

// Flags of arrays.
const (
	layeredArray = 1
	cubeArray    = 4
)

func (a *array) channels() (n int) {
	for _, bits := range a.bits {
		if bits > 0 {
			n++
		}
	}
	return n
}

func (a *array) elementBytes() int { return (a.bits[0] + a.bits[1] + a.bits[2] + a.bits[3]) / 8 }

// dtype is the type of a channel.
func (a *array) dtype() (gpumodel.DType, error) {
	types := map[[2]int]gpumodel.DType{
		{8, 0}: gpumodel.Int8, {16, 0}: gpumodel.Int16, {32, 0}: gpumodel.Int32, {8, 1}: gpumodel.UInt8, {16, 1}: gpumodel.UInt16, {32, 1}: gpumodel.UInt32,
		{32, 2}: gpumodel.Float32,
	}
	t, ok := types[[2]int{a.bits[0], a.format}]
	if n := a.channels(); !ok || n != 1 && n != 2 && n != 4 || n > 1 && a.bits[1] != a.bits[0] {
		return 0, fmt.Errorf("channels of %v bits and format %d are not supported: 1, 2 or 4 channels of 8, 16 or 32 bits, floats of 32", a.bits, a.format)
	}
	return t, nil
}

// Arrays, textures.
func init() {
	register(map[string]system{
		// Args: the handle, bits of four channels, the format, width, height, depth, flags.
		"cudaMallocArray": plain(func(x *process, c *scalar.Call) uint64 {
			a := &array{format: int(c.Args[5]), width: sizeOf(c.Args[6]), height: sizeOf(c.Args[7]), depth: sizeOf(c.Args[8]), flags: c.Args[9]}
			for i := range a.bits {
				a.bits[i] = int(int32(c.Args[1+i]))
			}
			if _, err := a.dtype(); err != nil || a.width < 1 {
				x.find("line %d: cudaMallocArray: %v", c.Line, err)
				return x.fails(invalidValue)
			}
			code := x.cudaMalloc(c.Args[0], a.width*max(1, a.height)*max(1, a.depth)*a.elementBytes(), c.Line)
			if code == success {
				slot, _ := x.heap.memory.Bytes(c.Args[0], 8)
				x.arrays[memory.Word(slot, 8)] = a
			}
			return code
		}),
		// Args: the handle, and what: bits, format, width, height, depth, flags, bytes of a row, bytes of an element.
		"cudaArray": plain(func(x *process, c *scalar.Call) uint64 {
			a := x.arrays[c.Args[0]]
			if a == nil {
				x.find("line %d: what is used as a CUDA array is none", c.Line)
				return 0
			}
			return []uint64{uint64(a.bits[0]), uint64(a.bits[1]), uint64(a.bits[2]), uint64(a.bits[3]), uint64(a.format), uint64(a.width), uint64(a.height),
				uint64(a.depth), a.flags, uint64(a.width * a.elementBytes()), uint64(a.elementBytes())}[c.Args[1]]
		}),
		"cudaCreateTexture": plain((*process).createTexture),
		"cudaDestroyTexture": plain(func(x *process, c *scalar.Call) uint64 {
			delete(x.textures, c.Args[0])
			return success
		}),
		// cudaFail is an error that a text of ours has found.
		"cudaFail": plain(func(x *process, c *scalar.Call) uint64 { return x.fails(int(c.Args[0])) }),
	})
}

var addressModes = [...]memory.AddressMode{memory.Wrap, memory.Clamp, memory.Mirror, memory.Border}

// createTexture is cudaCreateTextureObject. Args: the handle, the type of the resource, its address or array, bits of four
// channels, the format, width (bytes of linear memory), height, pitch, three address modes, filter, read mode, whether
// coordinates are normalised.
func (x *process) createTexture(c *scalar.Call) uint64 {
	t, err := x.newTexture(c.Args[1:])
	if err != nil {
		x.find("line %d: cudaCreateTextureObject: %v", c.Line, err)
		return x.fails(invalidValue)
	}
	h := x.handle()
	x.textures[h] = t
	return x.result(c, 8, h)
}

func (x *process) newTexture(args []uint64) (*gpumodel.Texture, error) {
	const ofArray, linear = 0, 2
	kind, at := args[0], args[1]
	from := x.allocations.holding(at, 0)
	if from == nil || from.freed != 0 {
		return nil, fmt.Errorf("its memory is not that of a GPU")
	}
	a := x.arrays[at]
	pitch := 0
	switch {
	case kind == ofArray && a == nil:
		return nil, fmt.Errorf("its resource is not a CUDA array")
	case kind == 1:
		return nil, fmt.Errorf("mipmapped arrays are not modelled")
	case kind != ofArray:
		a = &array{format: int(args[6]), width: int(args[7]), height: int(args[8])}
		for i := range a.bits {
			a.bits[i] = int(int32(args[2+i]))
		}
		if kind == linear && a.elementBytes() > 0 {
			a.width /= a.elementBytes()
		}
		pitch = int(args[9])
	}
	t, err := a.dtype()
	if err != nil {
		return nil, err
	}
	if args[10] >= uint64(len(addressModes)) {
		return nil, fmt.Errorf("there is no address mode %d", args[10])
	}
	m := gpumodel.TextureModes{
		Channels: a.channels(), Address: addressModes[args[10]], Linear: args[13] != 0, Fractions: args[14] != 0, Normalized: args[15] != 0,
		Layered: a.flags&layeredArray != 0 && a.flags&cubeArray == 0, Cube: a.flags&cubeArray != 0,
	}
	if m.Fractions && t == gpumodel.Float32 {
		m.Fractions = false // which says nothing about floats
	}
	if kind == linear {
		m.Linear, m.Normalized, m.Address = false, false, memory.Clamp // tex1Dfetch has no modes
	}
	if !m.Normalized && (m.Address == memory.Wrap || m.Address == memory.Mirror) {
		m.Address = memory.Clamp // as the runtime does (CUDA Runtime API, cudaTextureDesc::addressMode)
	}
	shape := []int{a.width}
	if a.height > 0 {
		shape = []int{a.height, a.width}
	}
	if a.depth > 0 {
		shape = append([]int{a.depth}, shape...)
	}
	return gpumodel.TextureOver(from.buffer, int(at-from.base), pitch, t, shape, m)
}

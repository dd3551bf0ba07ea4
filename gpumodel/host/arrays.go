package host

import (
	"errors"
	"fmt"
	"slices"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
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

	allArrayFlags = 256 // more than all together
)

// formatted tells whether elements are of a kind that arrays have.
func (a *array) formatted() bool {
	const float, none = 2, 3
	size, n := a.bits[0], a.channels()
	for i, bits := range a.bits {
		if bits != 0 && bits != size || (bits != 0) != (i < n) {
			return false
		}
	}
	sized := size == 8 && a.format != float || size == 16 || size == 32
	return sized && a.format >= 0 && a.format < none && n != 3
}

// fits tells what is wrong with the size of an array.
func (a *array) fits(d *device.Device) error {
	layered, cube := a.flags&layeredArray != 0, a.flags&cubeArray != 0
	wide, high, deep := d.MaxTexture2DX, d.MaxTexture2DY, 0
	const faces = 6
	switch {
	case cube:
		wide, high, deep = d.MaxTextureLayered, d.MaxTextureLayered, faces
		if layered {
			deep = d.MaxTextureLayers
		}
		if a.width != a.height || a.depth%faces != 0 || a.depth == 0 {
			return fmt.Errorf("a cube map has square faces, six or a multiple of it; got %d x %d x %d", a.width, a.height, a.depth)
		}
	case layered:
		wide, high, deep = d.MaxTextureLayered, d.MaxTextureLayered, d.MaxTextureLayers
	case a.depth > 0:
		wide, high, deep = d.MaxTexture3D, d.MaxTexture3D, d.MaxTexture3D
		if alt := attributeOf(d, alternateWidth); a.width <= alt && a.height <= alt { // a narrower array may be deeper
			deep = attributeOf(d, alternateDepth)
		}
		if a.height == 0 {
			return fmt.Errorf("an array with a depth needs a height")
		}
	case a.height == 0:
		wide = d.MaxTexture1D
	}
	if a.flags >= allArrayFlags {
		return fmt.Errorf("there are no flags %#x", a.flags)
	}
	if a.width < 1 || a.width > wide || a.height > high || a.depth > deep {
		return fmt.Errorf("%d x %d x %d elements, %s has up to %d x %d x %d for this kind", a.width, a.height, a.depth, d.Name, wide, high, deep)
	}
	return nil
}

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
		return 0, fmt.Errorf("channels of %v bits and format %d are not supported: 1, 2 or 4 channels of 8, 16 or 32 bits, floats of 32",
			a.bits, a.format)
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
			if !a.formatted() {
				x.find("line %d: cudaMallocArray: an element has 1, 2 or 4 channels, all of 8, 16 or 32 bits, floats of 16 or 32; got bits %v, format %d", c.Line, a.bits, a.format)
				return x.fails(invalidChannels)
			}
			if err := a.fits(x.Device); err != nil {
				x.find("line %d: cudaMallocArray: %v", c.Line, err)
				return x.fails(invalidValue)
			}
			code := x.cudaMalloc(c.Args[0], a.width*max(1, a.height)*max(1, a.depth)*a.elementBytes(), c.Line)
			if code == success {
				slot, _ := x.heap.memory.Bytes(c.Args[0], 8)
				x.arrays[memory.Word(slot, 8)] = a
				b := x.allocations.at(memory.Word(slot, 8)).buffer
				b.Set(0, b.Size) // textures are not followed
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
			return []uint64{uint64(a.bits[0]), uint64(a.bits[1]), uint64(a.bits[2]), uint64(a.bits[3]), uint64(a.format), uint64(a.width),
				uint64(a.height),
				uint64(a.depth), a.flags, uint64(a.width * a.elementBytes()), uint64(a.elementBytes())}[c.Args[1]]
		}),
		"cudaArrayKnown": plain(func(x *process, c *scalar.Call) uint64 {
			if x.arrays[c.Args[0]] == nil {
				return 0
			}
			return 1
		}),
		"cudaFreeArray": plain(func(x *process, c *scalar.Call) uint64 {
			if c.Args[0] != 0 && x.arrays[c.Args[0]] == nil {
				x.find("line %d: cudaFreeArray of what is not a CUDA array%s", c.Line, x.whose(c.Args[0]))
				return x.fails(invalidHandle)
			}
			x.synchronize()
			if x.failed() {
				return uint64(x.gpu.sticky)
			}
			if c.Args[0] != 0 {
				x.release(x.allocations.at(c.Args[0]), c.Line)
				delete(x.arrays, c.Args[0])
			}
			return success
		}),
		"cudaCreateTexture": plain((*process).createTexture),
		"cudaDestroyTexture": plain(func(x *process, c *scalar.Call) uint64 {
			drop(x, x.textures, c.Args[0])
			delete(x.textureParams, c.Args[0])
			return success
		}),
		// Args: the texture, and three times what it was made of and the bytes of that.
		"cudaKeepTexture": plain(func(x *process, c *scalar.Call) uint64 {
			var params [3][]byte
			for i := range params {
				data, _ := x.heap.memory.Bytes(c.Args[1+2*i], sizeOf(c.Args[2+2*i]))
				params[i] = slices.Clone(data)
			}
			x.textureParams[c.Args[0]] = params
			return success
		}),
		// Args: where it goes, the texture, which of the three.
		"cudaKeptTexture": plain(func(x *process, c *scalar.Call) uint64 {
			params, known := x.textureParams[c.Args[1]]
			if c.Args[0] == 0 && c.Args[2] == 1 { // as the runtime does
				return x.fails(invalidHandle)
			}
			data, ok := x.heap.memory.Bytes(c.Args[0], len(params[c.Args[2]]))
			if !known || !ok || c.Args[0] == 0 || len(data) == 0 {
				return x.fails(invalidValue)
			}
			copy(data, params[c.Args[2]])
			return success
		}),
		"cudaBindTexture": plain((*process).bindTexture),
		"cudaUnbindTexture": plain(func(x *process, c *scalar.Call) uint64 {
			name, known := x.reference(c.Args[0])
			if !known {
				return x.fails(invalidTexture)
			}
			delete(x.gpu.bound, name)
			return success
		}),
		// cudaFail is an error that a library source has found.
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
		return x.noTexture(c, "cudaCreateTextureObject", err)
	}
	h := x.handle()
	x.textures[h] = t
	return x.result(c, 8, h)
}

// noTexture tells why a call made no texture, and returns its code.
func (x *process) noTexture(c *scalar.Call, call string, err error) uint64 {
	x.find("line %d: %s: %v", c.Line, call, err)
	code := invalidValue
	if refused := (*refusedTexture)(nil); errors.As(err, &refused) {
		code = refused.code
	}
	return x.fails(code)
}

// reference returns the name of a texture reference; host code has only its number, or a pointer to something else.
func (x *process) reference(number uint64) (name string, known bool) {
	all := x.program.Module.File().Textures
	if number >= uint64(len(all)) {
		return "", false
	}
	return all[number].Name, true
}

// firstObjects is ten times the compute capability from which on no toolkit has texture references: CUDA 12 dropped them, and
// 10.0 came with 12.8 (CUDA release notes).
const firstObjects = 100

// wholeAllocation is the size that cudaBindTexture has where the program gives none.
const wholeAllocation = 1<<32 - 1

// bindTexture is cudaBindTexture and its kin. Args: the number of the reference, and what createTexture has behind the handle.
func (x *process) bindTexture(c *scalar.Call) uint64 {
	name, known := x.reference(c.Args[0])
	if !known {
		return x.noTexture(c, c.Name, &refusedTexture{invalidTexture, "its argument is no texture reference of the program"})
	}
	if tenfold(x.Device.ComputeCapability) >= firstObjects {
		return x.noTexture(c, "texture reference "+name, &refusedTexture{notSupported, fmt.Sprintf(
			"CUDA 12 has no texture references, and %s needs 12.8 or newer: use cudaCreateTextureObject", x.Device.Name)})
	}
	args := slices.Clone(c.Args[1:])
	if from := x.allocations.holding(args[1], 0); from != nil && args[7] == wholeAllocation {
		args[7] = uint64(from.size) - (args[1] - from.base)
	}
	t, err := x.newTexture(args)
	if err != nil {
		return x.noTexture(c, "texture reference "+name, err)
	}
	if x.gpu.bound == nil {
		x.gpu.bound = map[string]*gpumodel.Texture{}
	}
	x.gpu.bound[name] = t
	return success
}

// A refusedTexture is why a texture cannot be made, with the code of the runtime where that is another one than cudaErrorInvalidValue.
type refusedTexture struct {
	code int
	why  string
}

func (e *refusedTexture) Error() string { return e.why }

func (x *process) newTexture(args []uint64) (*gpumodel.Texture, error) {
	const ofArray, linear, rows = 0, 2, 3
	kind, at := args[0], args[1]
	if kind == ofArray && x.arrays[at] == nil {
		return nil, &refusedTexture{invalidHandle, "its resource is not a CUDA array"}
	}
	if kind == rows && sizeOf(args[9])%x.attribute(texturePitch) != 0 {
		return nil, fmt.Errorf("rows are %d bytes apart, which is not a multiple of %d", args[9], x.attribute(texturePitch))
	}
	if kind == rows && (sizeOf(args[7]) > x.Device.MaxTextureLinearX || sizeOf(args[8]) > x.Device.MaxTextureLinearY) {
		return nil, fmt.Errorf("%d x %d texels, %s has up to %d x %d", args[7], args[8], x.Device.Name, x.Device.MaxTextureLinearX,
			x.Device.MaxTextureLinearY)
	}
	if kind != ofArray && at%uint64(x.attribute(textureAlignment)) != 0 {
		return nil, fmt.Errorf("its memory begins at an address that is not a multiple of %d", x.attribute(textureAlignment))
	}
	from := x.allocations.holding(at, 0)
	if from == nil || from.freed != 0 {
		return nil, fmt.Errorf("its memory is not that of a GPU")
	}
	a := x.arrays[at]
	pitch := 0
	switch {
	case kind > rows:
		return nil, fmt.Errorf("there is no type of resources %d", kind)
	case kind == 1:
		return nil, fmt.Errorf("mipmapped arrays are not modelled")
	case kind != ofArray:
		a = &array{format: int(args[6]), width: int(args[7]), height: int(args[8])}
		for i := range a.bits {
			a.bits[i] = int(int32(args[2+i]))
		}
		if kind == linear && a.elementBytes() > 0 {
			a.width = sizeOf(args[7]) / a.elementBytes()
			if a.width > x.Device.MaxTexture1DLinear {
				return nil, fmt.Errorf("%d texels, %s has up to %d", a.width, x.Device.Name, x.Device.MaxTexture1DLinear)
			}
			room := (from.size - int(at-from.base)) / a.elementBytes()
			a.width = min(a.width, room) // more cannot be read
		}
		a.width = max(a.width, 1) // the runtime takes textures without texels
		pitch = int(args[9])
	}
	t, err := a.dtype()
	if err != nil {
		return nil, err
	}
	if args[10] >= uint64(len(addressModes)) || args[13] > 1 {
		return nil, fmt.Errorf("there is no address mode %d, or no filter mode %d", args[10], args[13])
	}
	if kind == ofArray && t == gpumodel.Float32 && args[14] == 1 {
		return nil, &refusedTexture{invalidNorm, "cudaReadModeNormalizedFloat is for integers"}
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

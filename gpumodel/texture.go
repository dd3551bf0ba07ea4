package gpumodel

import (
	"fmt"
	"slices"

	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
)

// A Texture is an array as the texture units read it. It is an argument for a
// cudaTextureObject_t, or is bound to a texture reference with Module.Bind. One of
// two or three dimensions stands for a CUDA array with the contents of the array. A kernel that
// may write the array which it fetches from is refused.
type Texture struct {
	Array *Array
	TextureModes
	width, height int // texels; height is 0 for one dimension
	depth         int // 0 for one or two
	first, pitch  int // see TextureOver
}

// TextureOver is a texture of texels that lie in memory from byte first on; rows are pitch bytes apart, or one behind the other
// for 0. The shape does not count the components of a texel.
func TextureOver(b *memory.Buffer, first, pitch int, d DType, shape []int, m TextureModes) (*Texture, error) {
	if m.Channels > 1 {
		shape = append(slices.Clone(shape), m.Channels)
	}
	t, err := NewTexture(&Array{DType: d, Shape: shape, buf: b}, m)
	if err != nil {
		return nil, err
	}
	t.first, t.pitch = first, pitch
	row := max(pitch, t.width*t.Channels*d.Size())
	if end := first + (max(1, t.height)*max(1, t.depth)-1)*row + t.width*t.Channels*d.Size(); end > b.Size ||
		pitch > 0 && pitch < t.width*t.Channels*d.Size() {
		return nil, fmt.Errorf("%d rows of %d texels need %d bytes of memory, which has %d", max(1, t.height)*max(1, t.depth), t.width, end,
			b.Size)
	}
	return t, nil
}

// TextureModes say how a texture is read.
type TextureModes struct {
	Channels   int // components of a texel: 1, 2 or 4, along the array's last axis; 0 is 1
	Address    memory.AddressMode
	Linear     bool // interpolate between texels
	Normalized bool // coordinates go from 0 to 1 across the texture
	// Fractions reads integers of 8 and 16 bits as numbers of 0 to 1, or -1 to 1
	// (cudaReadModeNormalizedFloat).
	Fractions bool
	// Layered takes the first axis for layers, which are neither filtered nor wrapped; Cube takes it for the six faces
	// of a cube.
	Layered, Cube bool
}

// NewTexture returns a texture of an array of one to three axes, and one more for
// components. The error says which of the modes do not go together.
func NewTexture(a *Array, m TextureModes) (*Texture, error) {
	if m.Channels == 0 {
		m.Channels = 1
	}
	shape := slices.Clone(a.Shape)
	if m.Channels > 1 {
		last := len(shape) - 1
		if last < 1 || shape[last] != m.Channels {
			return nil, fmt.Errorf("texels of %d components need an array whose last axis has %d elements, got shape %v", m.Channels,
				m.Channels, a.Shape)
		}
		shape = shape[:last]
	}
	integer := !a.DType.Float()
	switch {
	case m.Channels != 1 && m.Channels != 2 && m.Channels != 4:
		return nil, fmt.Errorf("texels have 1, 2 or 4 components, not %d", m.Channels)
	case a.DType.Size() > 4 || a.DType == Float16:
		return nil, fmt.Errorf("a texture has no elements of type %v: float32 or integers of 8, 16 or 32 bits", a.DType)
	case len(shape) < 1 || len(shape) > 3 || a.Len() == 0:
		return nil, fmt.Errorf("a texture has one to three dimensions and at least one texel, the array's shape is %v", a.Shape)
	case m.Fractions && (!integer || a.DType.Size() > 2):
		return nil, fmt.Errorf("integers of 8 and 16 bits can be read as fractions, not %v", a.DType)
	case m.Linear && integer && !m.Fractions:
		return nil, fmt.Errorf("linear filtering needs float texels, or integers of 8 or 16 bits that are read as fractions; these are %v",
			a.DType)
	case (m.Address == memory.Wrap || m.Address == memory.Mirror) && !m.Normalized:
		return nil, fmt.Errorf("the address modes wrap and mirror are for normalized coordinates only")
	}
	t := &Texture{Array: a, TextureModes: m, width: shape[len(shape)-1]}
	if n := len(shape); n > 1 {
		t.height = shape[n-2]
	}
	if len(shape) == 3 {
		t.depth = shape[0]
	}
	switch {
	case m.Cube && (len(shape) != 3 || t.depth != 6 || t.width != t.height):
		return nil, fmt.Errorf("a cube map has six square faces, shape (6, n, n), the array's shape is %v", a.Shape)
	case m.Cube && m.Layered:
		return nil, fmt.Errorf("cube maps with layers are not modelled: use one texture for each")
	case m.Layered && len(shape) == 1:
		return nil, fmt.Errorf("a layered texture has layers of one or two axes, the array's shape is %v", a.Shape)
	case m.Layered && len(shape) == 2:
		t.height, t.depth = 1, shape[0]
	}
	return t, nil
}

// Size is the texture's texels across and down; height is 0 for one dimension.
func (t *Texture) Size() (width, height int) { return t.width, t.height }

// Surface are the arguments for a cudaSurfaceObject_t of the array: its data, the bytes of a row, rows and slices.
func (t *Texture) Surface() []any {
	return []any{t.Array, int64(t.width * t.Channels * t.Array.DType.Size()), int64(max(1, t.height)), int64(max(1, t.depth))}
}

// kind is 1 to 3 for so many dimensions, and as cuda has them 4 and 5 for layers of one and two, and 6 for a cube map.
func (t *Texture) kind() int {
	switch {
	case t.Layered:
		return 2 + t.Dims()
	case t.Cube:
		return 6
	}
	return t.Dims()
}

// Dims is 1 to 3.
func (t *Texture) Dims() int {
	if t.Layered {
		return len(t.Array.Shape) - min(1, t.Channels-1)
	}
	if t.depth > 0 {
		return 3
	}
	if t.height > 0 {
		return 2
	}
	return 1
}

// texels is the C type of the texels as they are in memory.
func (t *Texture) texels() string { return texelName(scalarNames[t.Array.DType], t.Channels) }

// texelName is the C type of n components: float, float4, unsigned char, uchar4.
func texelName(name scalarName, n int) string {
	if n == 1 {
		return name.scalar
	}
	return fmt.Sprintf("%s%d", name.vector, n)
}

type scalarName struct{ scalar, vector string }

var scalarNames = map[DType]scalarName{
	Float32: {"float", "float"}, Int32: {"int", "int"}, UInt32: {"unsigned int", "uint"}, Int16: {"short", "short"},
	UInt16: {"unsigned short", "ushort"}, Int8: {"char", "char"}, UInt8: {"unsigned char", "uchar"},
}

// TextureNames are the texture references of the module.
func (m *Module) TextureNames() []string {
	var names []string
	for _, v := range m.file.Textures {
		names = append(names, v.Name)
	}
	return names
}

// Bind binds a texture to a texture reference of the module, for the launches that
// follow, as cudaBindTexture and cudaBindTextureToArray do.
func (m *Module) Bind(name string, t *Texture) error {
	i := slices.IndexFunc(m.file.Textures, func(v *cuda.Var) bool { return v.Name == name })
	if i < 0 {
		if len(m.file.Textures) == 0 {
			return fmt.Errorf("%s has no texture references", m.Name)
		}
		return fmt.Errorf("%s has no texture reference %q (there are: %v)", m.Name, name, m.TextureNames())
	}
	ref := m.file.Textures[i].Type
	switch {
	case t.texels() != ref.Elem.String():
		return fmt.Errorf("%s is a %s, the texture's elements are %s", name, ref, t.texels())
	case t.kind() != ref.Len:
		return fmt.Errorf("%s is a %s, the texture is %d-dimensional", name, ref, t.Dims())
	case t.Fractions != ref.Normalized:
		return fmt.Errorf("%s is a %s: its read mode and the texture's differ", name, ref)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.bound == nil {
		m.bound = map[string]*Texture{}
	}
	m.bound[name] = t
	return nil
}

// textures are what the launch binds the program's textures to.
func (l *Launch) textures(d *device.Device, program *isa.Program, global *memory.Global) ([]*memory.Texture, error) {
	var list []*memory.Texture
	arrays, rows := map[*Texture]*memory.Texture{}, map[*Texture]*Texture{}
	for i := range program.Textures {
		use := &program.Textures[i]
		t, err := l.texture(use)
		if err != nil {
			return nil, err
		}
		if use.Fetch == ir.Tex1D && t.height == 1 && t.depth == 0 { // a CUDA array of one row
			if rows[t] == nil {
				row := *t
				row.height, rows[t] = 0, &row
			}
			t = rows[t]
		}
		if err := t.fits(d, use); err != nil {
			return nil, fmt.Errorf("texture %s: %w", use.Name, err)
		}
		if writer, err := l.writer(program, t); err != nil {
			return nil, err
		} else if writer != "" {
			return nil, fmt.Errorf("texture %s: the kernel may write its array through %s, and fetches need not see what their own launch writes: give one of them a copy, or make what only reads const", use.Name, writer)
		}
		if arrays[t] == nil {
			arrays[t] = t.place(global)
		}
		list = append(list, arrays[t])
	}
	return list, nil
}

// writer is the parameter or the variable through which the kernel may write the
// array of a texture, or empty. Two dimensions, and tex1D, read CUDA arrays, which
// kernels cannot write; tex1Dfetch reads linear memory through caches that are not
// kept coherent within a launch: what it returns of a texel that the launch has written
// is undefined (CUDA C Best Practices Guide 4.2, on texture memory).
func (l *Launch) writer(program *isa.Program, t *Texture) (string, error) {
	for i, p := range l.Kernel.Params() {
		if a, _ := ArrayBehind(l.Args[i]); a != nil && a.buf == t.Array.buf && !p.Const {
			return "argument " + p.String(), nil
		}
	}
	vars, err := l.UsedVariables()
	if err != nil {
		return "", err
	}
	for i, a := range vars.arrays {
		if g := &program.Globals[i]; g.Written && a.buf == t.Array.buf {
			return "the variable " + g.Name, nil
		}
	}
	return "", nil
}

// texture is what a texture of the program is bound to.
func (l *Launch) texture(use *isa.Texture) (*Texture, error) {
	if use.Param >= 0 {
		t, ok := l.Args[use.Param].(*Texture)
		if !ok {
			return nil, fmt.Errorf("%s is not a texture", use.Name)
		}
		return t, t.readableAs(use)
	}
	if l.inside != nil && l.inside.bound[use.Name] != nil {
		return l.inside.bound[use.Name], nil
	}
	m := l.Kernel.Module
	m.mu.Lock()
	defer m.mu.Unlock()
	if t := m.bound[use.Name]; t != nil {
		return t, nil
	}
	if l.inside != nil {
		return nil, fmt.Errorf("texture reference %s is not bound: cudaBindTexture or cudaBindTextureToArray does it before the launch", use.Name)
	}
	return nil, fmt.Errorf("texture reference %s is not bound: write bind(%q, texture(array)) before the launch", use.Name, use.Name)
}

// readableAs checks a texture object against a fetch of the kernel.
func (t *Texture) readableAs(use *isa.Texture) error {
	texels := t.texels()
	if t.Fractions {
		texels = texelName(scalarNames[Float32], t.Channels)
	}
	wanted := texelName(scalarNames[textureDTypes[use.Texel.String()]], use.Lanes)
	if wanted != texels {
		return fmt.Errorf("texture %s: the kernel reads it with %s<%s>, its texels are %s", use.Name, use.Fetch, wanted, texels)
	}
	return nil
}

// textureDTypes are the types of components by ir's name.
var textureDTypes = map[string]DType{
	"f32": Float32, "s32": Int32, "u32": UInt32, "s16": Int16, "u16": UInt16, "s8": Int8, "u8": UInt8,
}

// fits checks a texture's dimensions against a fetch and against the device's limits.
func (t *Texture) fits(d *device.Device, use *isa.Texture) error {
	if t.Dims() != use.Fetch.Dims() {
		return fmt.Errorf("%s reads textures that are %d-dimensional, the array of this one has shape %v", use.Fetch, use.Fetch.Dims(),
			t.Array.Shape)
	}
	switch {
	case t.Layered != use.Fetch.Layered():
		return fmt.Errorf("%s reads textures %s layers; layered=True makes one with them", use.Fetch, withOrWithout(use.Fetch.Layered()))
	case t.Cube != (use.Fetch == ir.TexCubemap):
		return fmt.Errorf("texCubemap reads cube maps and nothing else does; cube=True makes one")
	}
	if err := t.Array.Readable(); err != nil {
		return err
	}
	width := map[string]int{"tex1Dfetch": d.MaxTexture1DLinear, "tex1D": d.MaxTexture1D, "tex2D": d.MaxTexture2DX, "tex3D": d.MaxTexture3D,
		"tex1DLayered": d.MaxTexture1D, "tex2DLayered": d.MaxTexture2DX, "texCubemap": d.MaxTexture2DX}[use.Fetch.String()]
	switch {
	case t.depth > 0 && !t.Layered && !t.Cube && max(t.height, t.depth) > d.MaxTexture3D:
		return fmt.Errorf("tex3D reads up to %d texels in each direction on %s, the array of this one has shape %v", d.MaxTexture3D, d.Name,
			t.Array.Shape)
	case t.width > width:
		return fmt.Errorf("%s reads up to %d texels on %s, this one has %d", use.Fetch, width, d.Name, t.width)
	case (t.depth == 0 || t.Layered) && t.height > d.MaxTexture2DY:
		return fmt.Errorf("%s reads up to %d rows on %s, this one has %d", use.Fetch, d.MaxTexture2DY, d.Name, t.height)
	}
	return nil
}

func withOrWithout(layers bool) string {
	if layers {
		return "with"
	}
	return "without"
}

// place gives the texture its address: that of its array for one dimension, and
// memory of its own, tile by tile, for two.
func (t *Texture) place(global *memory.Global) *memory.Texture {
	p := &memory.Texture{
		Buffer: t.Array.buf, Width: t.width, Height: t.height, Depth: t.depth, Channels: t.Channels,
		Size: t.Array.DType.Size(), Signed: t.Array.DType.Signed(),
		Address: t.Address, Linear: t.Linear, Normalized: t.Normalized, Fractions: t.Fractions,
		Layered: t.Layered, Cube: t.Cube, First: t.first, Pitch: t.pitch,
	}
	if t.height == 0 || t.pitch > 0 {
		p.Base = global.Map(t.Array.buf) + uint64(t.first)
	} else {
		p.Base = global.Reserve(p.Bytes())
	}
	return p
}

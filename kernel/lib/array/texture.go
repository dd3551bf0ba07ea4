package array

import (
	"fmt"
	"slices"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/ndarray"
)

var _ = registry.Declare(row{
	Name: "texture", Page: "kernels.md", Func: texture,
	Returns: &Texture{},
	Args: face.Hints{"address": face.Words(addressModes[:]...), "filter": face.Words("point", "linear"),
		"read": face.Words("element", "normalized"), "normalized": face.YesOrNo, "surface": face.YesOrNo, "layered": face.YesOrNo, "cube": face.YesOrNo},
	Doc: `texture(array, address="clamp", filter="point", normalized=False, read="element", channels=1, layered=False, cube=False, surface=False)
Makes a texture from an array. The texture units of the GPU read the texture through the texture cache. A kernel
must not also write the array, because a fetch may then return an old value. The launch of such a kernel is an
error.

array (array): float32, or integers of 8, 16 or 32 bits. Read one axis with tex1Dfetch and tex1D. Read two axes
  (rows, columns) with tex2D. Read three axes (slices, rows, columns) with tex3D.
address (string, "clamp"): what a fetch outside the texture returns. "clamp" returns the texel at the edge, and
  "border" returns 0. "wrap" repeats the texture. "mirror" repeats it too, and mirrors every second copy. "wrap"
  and "mirror" need normalized=True.
filter (string, "point"): "point" returns the nearest texel; "linear" interpolates between texels,
  with weights of 8 bits
normalized (bool, False): True means that coordinates go from 0 to 1 across the texture
read (string, "element"): "element" returns the elements unchanged. "normalized" converts integers of 8 and 16
  bits to floats from 0 to 1, or from -1 to 1 if signed (cudaReadModeNormalizedFloat)
channels (int, 1): the number of components of a texel: 1, 2 (float2) or 4 (float4). The last axis of the array
  holds the components.
layered (bool, False): True means that the first axis holds layers (tex1DLayered, tex2DLayered). Fetches do not
  interpolate between layers.
cube (bool, False): True means that the first axis holds the six square faces of a cube map (texCubemap)
surface (bool, False): True makes a surface, which kernels can read and write

Returns a texture. Pass it to a kernel that has a parameter of type cudaTextureObject_t (or
cudaSurfaceObject_t). For a texture reference, texture<…>, pass it to bind(name, texture).

    m = cuda("""
    texture<float, 2> tex;
    __global__ void k(float *o, int n) { o[threadIdx.x] = tex2D(tex, threadIdx.x + 0.5f, 1.5f); }""")
    m.bind("tex", texture(arange(64, dtype="float32").reshape(8, 8), filter="linear"))
    o = zeros(8)
    m.k[1, 8](o, 8).counters["tex_cache_hit_rate"]`,
})

// A Texture is an array that kernels read through the texture units.
type Texture struct {
	Data    *gpumodel.Texture
	surface bool
}

func (t *Texture) String() string {
	filter := "point"
	if t.Data.Linear {
		filter = "linear"
	}
	if t.surface {
		return fmt.Sprintf("<surface of %v, shape %s>", t.Data.Array.DType, ndarray.ShapeText(t.Data.Array.Shape))
	}
	coordinates := ""
	if t.Data.Normalized {
		coordinates = ", normalized"
	}
	return fmt.Sprintf("<texture of %v, shape %s, %s, %s%s>", t.Data.Array.DType, ndarray.ShapeText(t.Data.Array.Shape),
		addressModes[t.Data.Address], filter, coordinates)
}
func (*Texture) Type() string            { return "texture" }
func (*Texture) Freeze()                 {}
func (*Texture) Truth() starlark.Bool    { return true }
func (t *Texture) Hash() (uint32, error) { return face.Unhashable(t) }

// Doc is what ?t shows.
func (*Texture) Doc() string {
	return "Holds an array that texture units read. Pass it to a kernel as a cudaTextureObject_t, or to bind(name, texture)."
}

var addressModes = [...]string{memory.Clamp: "clamp", memory.Border: "border", memory.Wrap: "wrap", memory.Mirror: "mirror"}

// oneOf returns the index of a word among the allowed ones, or an error that lists them.
func oneOf(what, word string, allowed ...string) (int, error) {
	i := slices.Index(allowed, word)
	if i < 0 {
		return 0, face.ValueErrorf("texture: %s=%q: want one of %q", what, word, allowed)
	}
	return i, nil
}

func texture(c face.Call) (starlark.Value, error) {
	var a *Array
	address, filter, read := addressModes[memory.Clamp], "point", "element"
	m, surface := gpumodel.TextureModes{Channels: 1}, false
	if err := c.Unpack("array", &a, "address?", &address, "filter?", &filter, "normalized?", &m.Normalized, "read?", &read, "channels?",
		&m.Channels,
		"layered?", &m.Layered, "cube?", &m.Cube, "surface?", &surface); err != nil {
		return nil, err
	}
	if !a.Whole() {
		return nil, face.ValueErrorf("texture: a[i], a.T and a[i:j] are views into another array; pass a copy, as in a.T.copy()")
	}
	mode, err := oneOf("address", address, addressModes[:]...)
	if err != nil {
		return nil, err
	}
	linear, err := oneOf("filter", filter, "point", "linear")
	if err != nil {
		return nil, err
	}
	fractions, err := oneOf("read", read, "element", "normalized")
	if err != nil {
		return nil, err
	}
	m.Address, m.Linear, m.Fractions = memory.AddressMode(mode), linear == 1, fractions == 1
	data := *a.Data
	data.Shape = a.Shape
	t, err := gpumodel.NewTexture(&data, m)
	if err != nil {
		return nil, face.ValueErrorf("texture: %v", err)
	}
	return &Texture{t, surface}, nil
}

// object binds a texture object.
func object(_ gpumodel.Param, v starlark.Value) (any, error) {
	t, ok := v.(*Texture)
	if !ok {
		return nil, face.TypeErrorf("want a texture, got %s (write texture(array))", face.Describe(v))
	}
	if t.surface {
		return nil, face.TypeErrorf("want a texture, got a surface (write texture(array) without surface=True)")
	}
	return t.Data, nil
}

// surfaceType is the struct by which a kernel receives a surface.
const surfaceType = "cudaSurfaceObject_t"

// surface binds a surface object.
func surface(v starlark.Value) ([]any, error) {
	t, ok := v.(*Texture)
	if !ok || !t.surface {
		return nil, face.TypeErrorf("want a surface, got %s (write texture(array, surface=True))", face.Describe(v))
	}
	return t.Data.Surface(), nil
}

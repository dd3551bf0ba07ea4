package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/array"
	"warpbook.dev/kernel/lib/face"
)

const bindDoc = `bind(name, texture)
Binds a texture to a texture<…> reference of the source, as
cudaBindTextureToArray does. The next launches use this texture.

name (string): the texture reference
texture (texture): the data, as texture(…) makes it

Returns the texture.

    cuda("texture<float, 1> t; __global__ void k(float *a) { a[0] = tex1Dfetch(t, 0); }").bind("t", texture(ones(4)))`

var _ = registry.Declare(row{
	Name: "kernel.bind", Page: "kernels.md",
	Attr: face.Method(func(k *Kernel, c face.Call) (starlark.Value, error) { return bindTexture(k.kernel.Module, c) }),
	Args: face.Hints{"name": textureNames},
	Doc:  bindDoc,
})

var _ = registry.Declare(row{
	Name: "module.bind", Page: "kernels.md",
	Attr: face.Method(func(m *Module, c face.Call) (starlark.Value, error) { return bindTexture(m.compiled, c) }),
	Args: face.Hints{"name": textureNames},
	Doc:  bindDoc,
})

// bindTexture is m.bind(name, texture) and k.bind(name, texture).
func bindTexture(m *gpumodel.Module, c face.Call) (starlark.Value, error) {
	var name string
	var t *array.Texture
	if err := c.Unpack("name", &name, "texture", &t); err != nil {
		return nil, err
	}
	if err := m.Bind(name, t.Data); err != nil {
		return nil, face.ValueErrorf("%v", err)
	}
	return t, nil
}

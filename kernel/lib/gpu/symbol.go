package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/array"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/ndarray"
)

const symbolDoc = `symbol(name)
Returns a __device__ or __constant__ variable of the source as an array. You can
read and set it between launches. The variable keeps its value until the source is compiled again. A scalar
variable becomes an array with one element. A variable of float4 or a similar type becomes an array with one
more axis.

name (string): the variable

    cuda("__constant__ int c = 4; __global__ void k(int *a) { a[0] = c; }").symbol("c")[0]`

var _ = registry.Declare(row{
	Name: "kernel.symbol", Page: "kernels.md",
	Attr: face.Method(func(k *Kernel, c face.Call) (starlark.Value, error) { return symbol(k.kernel.Module, c) }),
	Args: face.Hints{"name": symbolNames},
	Doc:  symbolDoc,
})

var _ = registry.Declare(row{
	Name: "module.symbol", Page: "kernels.md",
	Attr: face.Method(func(m *Module, c face.Call) (starlark.Value, error) { return symbol(m.compiled, c) }),
	Args: face.Hints{"name": symbolNames},
	Doc:  symbolDoc,
})

// symbol is m.symbol(name) and k.symbol(name): a __device__ or __constant__
// variable of the text as an array, which the host reads and sets between
// launches, as with cudaMemcpyToSymbol.
func symbol(m *gpumodel.Module, c face.Call) (starlark.Value, error) {
	var name string
	if err := c.Unpack("name", &name); err != nil {
		return nil, err
	}
	a, err := m.Symbol(name)
	if err != nil {
		return nil, face.ValueErrorf("%v", err)
	}
	return &array.Array{View: ndarray.Of(a)}, nil
}

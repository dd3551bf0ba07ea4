package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/ndarray"
)

const symbolDoc = `symbol(name)
A __device__ or __constant__ variable of the text as an array, to read and to set between
launches: they keep their values as long as the text is not compiled again. A number is
an array of one element; float4 and its like have one more axis.

    cuda("__constant__ int c = 4; __global__ void k(int *a) { a[0] = c; }").symbol("c")[0]`

var _ = declare(row{
	name: "kernel.symbol", page: "kernels.md",
	attr: method(func(k *Kernel, c call) (starlark.Value, error) { return symbol(k.kernel.Module, c) }),
	args: hints{"name": symbolNames},
	doc:  symbolDoc,
})

var _ = declare(row{
	name: "module.symbol", page: "kernels.md",
	attr: method(func(m *Module, c call) (starlark.Value, error) { return symbol(m.compiled, c) }),
	args: hints{"name": symbolNames},
	doc:  symbolDoc,
})

// symbol is m.symbol(name) and k.symbol(name): a __device__ or __constant__
// variable of the text as an array, which the host reads and sets between
// launches, as with cudaMemcpyToSymbol.
func symbol(m *gpumodel.Module, c call) (starlark.Value, error) {
	var name string
	if err := c.unpack("name", &name); err != nil {
		return nil, err
	}
	a, err := m.Symbol(name)
	if err != nil {
		return nil, valueErrorf("%v", err)
	}
	return &Array{View: ndarray.Of(a)}, nil
}

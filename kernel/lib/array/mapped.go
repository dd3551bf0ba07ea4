package array

import (
	"fmt"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/ndarray"
)

var _ = registry.Declare(row{
	Name: "mapped", Page: "arrays.md", Func: mapped,
	Doc: `mapped(array)
Keeps an array in page-locked host memory during a launch (zero copy). The kernel reads and writes the array
over PCI Express. No copy is needed before or after the launch, but every access uses the bus. The GPU needs
compute capability 1.2 or later.

array (array): the array to pass to a kernel: a whole array, not a part of one

Returns a mapped array. Pass it to a kernel.

    a, b = zeros(4096), zeros(4096)
    cuda("__global__ void k(float *a, float *b) { int i = blockIdx.x * blockDim.x + threadIdx.x; a[i] = 2 * b[i]; }").k[16, 256](mapped(a), mapped(b))`,
})

// A Mapped is an array that a kernel accesses in host memory, over PCI Express.
type Mapped struct{ array *Array }

func (m *Mapped) String() string {
	return fmt.Sprintf("<mapped array of %v, shape %s>", m.array.Data.DType, ndarray.ShapeText(m.array.Shape))
}
func (*Mapped) Type() string            { return "mapped array" }
func (*Mapped) Freeze()                 {}
func (m *Mapped) Truth() starlark.Bool  { return m.array.Truth() }
func (m *Mapped) Hash() (uint32, error) { return face.Unhashable(m) }

// Doc is what ?m shows.
func (*Mapped) Doc() string {
	return "Holds an array that stays in host memory during a launch. Pass it to a kernel: k[grid, block](mapped(a))."
}

func mapped(c face.Call) (starlark.Value, error) {
	var a *Array
	if err := c.Unpack("array", &a); err != nil {
		return nil, err
	}
	return &Mapped{a}, nil
}

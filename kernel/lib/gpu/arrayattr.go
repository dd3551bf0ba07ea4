package gpu

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/ndarray"
)

var arrayAttributes = attributes[*Array]{
	"shape":  func(a *Array) (starlark.Value, error) { return shapeOf(a), nil },
	"dtype":  text(func(a *Array) string { return a.Data.DType.String() }),
	"size":   integer(func(a *Array) int { return a.Size() }),
	"ndim":   integer(func(a *Array) int { return len(a.Shape) }),
	"nbytes": integer(func(a *Array) int { return a.Size() * a.Data.DType.Size() }),
	"T":      func(a *Array) (starlark.Value, error) { return a.part(a.Transposed()), nil },
}

var _ = declare(row{
	name: "array.tolist", page: "arrays.md", attr: method((*Array).tolist),
	doc: `tolist()
The elements as a list, of lists where there are several axes.

    a.tolist()`,
})

var _ = declare(row{
	name: "array.copy", page: "arrays.md", attr: method((*Array).copy),
	doc: `copy()
A new array with the same elements; a view becomes an array that kernels take.

    a.T.copy()`,
})

var _ = declare(row{
	name: "array.astype", page: "arrays.md", attr: method((*Array).astype),
	doc: `astype(dtype)
A copy with another type of elements.

    a.astype("int32")`,
})

var _ = declare(row{
	name: "array.reshape", page: "arrays.md", attr: method((*Array).reshape),
	doc: `reshape(*shape)
The same elements with another shape; one of the numbers may be -1.

    a.reshape(-1)`,
})

var _ = declare(row{
	name: "array.flatten", page: "arrays.md", attr: method((*Array).flatten),
	doc: `flatten()
A copy with one axis.

    a.flatten()`,
})

var _ = declare(row{
	name: "array.fill", page: "arrays.md", attr: method((*Array).fill),
	doc: `fill(value)
Sets every element.

    a.fill(0)`,
})

var _ = declare(row{
	name: "array.sum", page: "arrays.md", attr: method(reduce(func(x, y float64) float64 { return x + y })),
	doc: `sum()
The sum of all elements, computed in float64.

    a.sum()`,
})

var _ = declare(row{
	name: "array.min", page: "arrays.md", attr: method(reduce(math.Min)),
	doc: `min()
The smallest element.

    a.min()`,
})

var _ = declare(row{
	name: "array.max", page: "arrays.md", attr: method(reduce(math.Max)),
	doc: `max()
The largest element.

    a.max()`,
})

var _ = declare(row{
	name: "array.mean", page: "arrays.md", attr: method(mean),
	doc: `mean()
The mean of all elements, computed in float64.

    a.mean()`,
})

// Attr returns an attribute or a method of the array.
func (a *Array) Attr(name string) (starlark.Value, error) { return arrayAttributes.get(a, name) }

// AttrNames lists the attributes.
func (a *Array) AttrNames() []string { return arrayAttributes.names() }

// Doc is what ?a shows.
func (*Array) Doc() string {
	return `An array in the memory of the GPU; kernels take it for a pointer.
a[i, j] is an element, a[i] and a[1:3, ::2] are views, a[:, 0] = 1 assigns.
a.shape, a.dtype, a.size, a.ndim, a.nbytes, a.T, a.tolist(), a.copy(), a.astype(dtype),
a.reshape(shape), a.flatten(), a.fill(x), a.sum(), a.min(), a.max(), a.mean();
+ - * / // work element by element. Compare with allclose(a, b).`
}

func shapeOf(a *Array) starlark.Tuple {
	shape := make(starlark.Tuple, len(a.Shape))
	for i, n := range a.Shape {
		shape[i] = starlark.MakeInt(n)
	}
	return shape
}

// listLimit is how many elements tolist returns: a number takes far more memory
// in a list than in an array.
const listLimit = 1 << 23

func (a *Array) tolist(c call) (starlark.Value, error) {
	if err := c.unpack(); err != nil {
		return nil, err
	}
	if err := a.Readable(); err != nil {
		return nil, err
	}
	if a.Size() > listLimit {
		return nil, &callError{"MemoryError", fmt.Sprintf("tolist of %d elements would fill the memory, %d is the limit; read a[i, j]", a.Size(), listLimit)}
	}
	return a.list(c.ctx())
}

func (a *Array) list(ctx context.Context) (starlark.Value, error) {
	if len(a.Shape) == 0 {
		return a.element(a.Offset), nil
	}
	values := make([]starlark.Value, a.Shape[0])
	for i := range values {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if len(a.Shape) == 1 {
			values[i] = a.element(a.Offset + i*a.Strides[0])
			continue
		}
		var err error
		if values[i], err = a.part(a.Row(i)).list(ctx); err != nil {
			return nil, err
		}
	}
	return starlark.NewList(values), nil
}

func (a *Array) copy(c call) (starlark.Value, error) {
	if err := c.unpack(); err != nil {
		return nil, err
	}
	return a.convert(c.ctx(), a.Data.DType)
}

func (a *Array) astype(c call) (starlark.Value, error) {
	var dtype starlark.Value
	if err := c.unpack("dtype", &dtype); err != nil {
		return nil, err
	}
	t, err := dtypeOf(dtype, a.Data.DType)
	if err != nil {
		return nil, err
	}
	return a.convert(c.ctx(), t)
}

// convert copies the elements to a new array of a type.
func (a *Array) convert(ctx context.Context, t gpumodel.DType) (starlark.Value, error) {
	v, err := a.Converted(ctx, t)
	if err != nil {
		return nil, err
	}
	return a.part(v), nil
}

func (a *Array) reshape(c call) (starlark.Value, error) {
	shape := starlark.Value(c.args)
	if len(c.args) == 1 {
		shape = c.args[0]
	}
	dimensions, err := ints("shape", shape, maxDims)
	if err != nil {
		return nil, err
	}
	v, err := a.Reshaped(c.ctx(), dimensions)
	if err != nil {
		return nil, err
	}
	return a.part(v), nil
}

// flatten is a copy with one axis.
func (a *Array) flatten(c call) (starlark.Value, error) {
	if err := c.unpack(); err != nil {
		return nil, err
	}
	flat, err := a.Converted(c.ctx(), a.Data.DType)
	if err != nil {
		return nil, err
	}
	flat.Shape, flat.Strides = []int{a.Size()}, []int{1}
	return a.part(flat), nil
}

func (a *Array) fill(c call) (starlark.Value, error) {
	var x starlark.Value
	if err := c.unpack("value", &x); err != nil {
		return nil, err
	}
	return starlark.None, a.Each(c.ctx(), func(_, place int) error { return a.store(place, x) })
}

// reduce folds the elements in float64. Sums of whole numbers are whole.
func reduce(f ndarray.Operator) func(a *Array, c call) (starlark.Value, error) {
	return func(a *Array, c call) (starlark.Value, error) {
		if err := cmp.Or(c.unpack(), a.Readable()); err != nil {
			return nil, err
		}
		if a.Size() == 0 {
			return nil, valueErrorf("%s of an array without elements", c.name)
		}
		total, err := a.Reduced(c.ctx(), f)
		if err != nil {
			return nil, err
		}
		if !a.Data.DType.Float() {
			return starlark.NumberToInt(starlark.Float(total))
		}
		return starlark.Float(total), nil
	}
}

func mean(a *Array, c call) (starlark.Value, error) {
	total, err := reduce(func(x, y float64) float64 { return x + y })(a, c)
	if err != nil {
		return nil, err
	}
	x, _ := starlark.AsFloat(total)
	return starlark.Float(x / float64(a.Size())), nil
}

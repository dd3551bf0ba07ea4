package gpu

import (
	"context"
	"fmt"
	"math"
	"slices"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
)

var arrayAttributes = attributes[*Array]{
	"shape":  func(a *Array) (starlark.Value, error) { return shapeOf(a), nil },
	"dtype":  text(func(a *Array) string { return a.data.DType.String() }),
	"size":   integer((*Array).size),
	"ndim":   integer(func(a *Array) int { return len(a.shape) }),
	"nbytes": integer(func(a *Array) int { return a.size() * a.data.DType.Size() }),
	"T":      func(a *Array) (starlark.Value, error) { return a.transposed(), nil },
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
	shape := make(starlark.Tuple, len(a.shape))
	for i, n := range a.shape {
		shape[i] = starlark.MakeInt(n)
	}
	return shape
}

// transposed is a view with the axes in reverse order.
func (a *Array) transposed() *Array {
	t := &Array{a.data, a.offset, slices.Clone(a.shape), slices.Clone(a.strides), a.session}
	slices.Reverse(t.shape)
	slices.Reverse(t.strides)
	return t
}

// listLimit is how many elements tolist returns: a number takes far more memory
// in a list than in an array.
const listLimit = 1 << 23

func (a *Array) tolist(c call) (starlark.Value, error) {
	if err := c.unpack(); err != nil {
		return nil, err
	}
	if err := a.readable(); err != nil {
		return nil, err
	}
	if a.size() > listLimit {
		return nil, &fault{"MemoryError", fmt.Sprintf("tolist of %d elements would fill the memory, %d is the limit; read a[i, j]", a.size(), listLimit)}
	}
	return a.list(c.ctx())
}

func (a *Array) list(ctx context.Context) (starlark.Value, error) {
	if len(a.shape) == 0 {
		return a.element(a.offset), nil
	}
	values := make([]starlark.Value, a.shape[0])
	for i := range values {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if len(a.shape) == 1 {
			values[i] = a.element(a.offset + i*a.strides[0])
			continue
		}
		var err error
		if values[i], err = a.row(i).list(ctx); err != nil {
			return nil, err
		}
	}
	return starlark.NewList(values), nil
}

func (a *Array) copy(c call) (starlark.Value, error) {
	if err := c.unpack(); err != nil {
		return nil, err
	}
	return a.convert(c.ctx(), a.data.DType)
}

func (a *Array) astype(c call) (starlark.Value, error) {
	var dtype starlark.Value
	if err := c.unpack("dtype", &dtype); err != nil {
		return nil, err
	}
	t, err := dtypeOf(dtype, a.data.DType)
	if err != nil {
		return nil, err
	}
	return a.convert(c.ctx(), t)
}

// convert copies the elements to a new array; floats become whole towards zero,
// as in C.
func (a *Array) convert(ctx context.Context, t gpumodel.DType) (*Array, error) {
	if err := a.readable(); err != nil {
		return nil, err
	}
	to, err := zeros(t, slices.Clone(a.shape))
	if err != nil {
		return nil, err
	}
	to.session = a.session
	exact := !t.Float() && !a.data.DType.Float()
	err = a.elements(ctx, func(i, place int) error {
		if exact {
			to.data.SetInt(i, a.data.Int(place))
		} else {
			to.data.Set(i, a.data.At(place))
		}
		return nil
	})
	return to, err
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
	if i := slices.Index(dimensions, -1); i >= 0 { // the one that follows from the others
		if others := -product(dimensions); others > 0 {
			dimensions[i] = a.size() / others
		}
	}
	if slices.ContainsFunc(dimensions, func(n int) bool { return n < 0 }) || product(dimensions) != a.size() {
		return nil, valueErrorf("cannot reshape an array of %d elements to %s", a.size(), shapeText(dimensions))
	}
	from := a
	if !a.contiguous() {
		if from, err = a.convert(c.ctx(), a.data.DType); err != nil {
			return nil, err
		}
	}
	return &Array{from.data, from.offset, dimensions, rowMajor(dimensions), a.session}, nil
}

// flatten is a copy with one axis.
func (a *Array) flatten(c call) (starlark.Value, error) {
	if err := c.unpack(); err != nil {
		return nil, err
	}
	flat, err := a.convert(c.ctx(), a.data.DType)
	if err != nil {
		return nil, err
	}
	return &Array{flat.data, flat.offset, []int{a.size()}, []int{1}, a.session}, nil
}

func (a *Array) fill(c call) (starlark.Value, error) {
	var x starlark.Value
	if err := c.unpack("value", &x); err != nil {
		return nil, err
	}
	return starlark.None, a.elements(c.ctx(), func(_, place int) error { return a.store(place, x) })
}

// reduce folds the elements in float64. Sums of whole numbers are whole.
func reduce(f func(x, y float64) float64) func(a *Array, c call) (starlark.Value, error) {
	return func(a *Array, c call) (starlark.Value, error) {
		if err := c.unpack(); err != nil {
			return nil, err
		}
		if err := a.readable(); err != nil {
			return nil, err
		}
		if a.size() == 0 {
			return nil, valueErrorf("%s of an array without elements", c.name)
		}
		total := 0.0
		if err := a.elements(c.ctx(), func(i, place int) error {
			x := a.data.At(place)
			if total = f(total, x); i == 0 {
				total = x
			}
			return nil
		}); err != nil {
			return nil, err
		}
		if !a.data.DType.Float() {
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
	return starlark.Float(x / float64(a.size())), nil
}

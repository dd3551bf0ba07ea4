package array

import (
	"cmp"
	"context"
	"math"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/ndarray"
)

var _ = face.DeclareFields(&registry, face.Fields[*Array]{
	"shape":  func(a *Array) (starlark.Value, error) { return shapeOf(a), nil },
	"dtype":  face.Text(func(a *Array) string { return a.Data.DType.String() }),
	"size":   face.Integer(func(a *Array) int { return a.Size() }),
	"ndim":   face.Integer(func(a *Array) int { return len(a.Shape) }),
	"nbytes": face.Integer(func(a *Array) int { return a.Size() * a.Data.DType.Size() }),
	"T":      func(a *Array) (starlark.Value, error) { return a.part(a.Transposed()), nil },
})

var _ = registry.Declare(row{
	Name: "array.tolist", Page: "arrays.md", Attr: face.Method((*Array).tolist),
	Doc: `tolist()
Returns the elements as a list. An array with several axes gives a list of lists.

    a.tolist()`,
})

var _ = registry.Declare(row{
	Name: "array.copy", Page: "arrays.md", Attr: face.Method((*Array).copy),
	Doc: `copy()
Returns a new array with the same elements. A kernel does not accept a view whose elements are not contiguous,
such as a.T. Pass a copy of the view instead.

    a.T.copy()`,
})

var _ = registry.Declare(row{
	Name: "array.astype", Page: "arrays.md", Attr: face.Method((*Array).astype),
	Doc: `astype(dtype)
Copies the array and converts the elements to another type. A conversion of floats to integers rounds towards
zero, as in C.

dtype (string): the new type of the elements, see ?zeros

Returns the new array.

    a.astype("int32")`,
})

var _ = registry.Declare(row{
	Name: "array.reshape", Page: "arrays.md", Attr: face.Method((*Array).reshape),
	Doc: `reshape(*shape)
Changes the shape. The elements stay the same.

*shape (ints, or one tuple): the new number of elements along each axis. One number may be -1: the others then
  determine it.

Returns a view with the new shape. If the array is a view whose elements are not contiguous, it returns a copy.

    a.reshape(-1)`,
})

var _ = registry.Declare(row{
	Name: "array.at", Page: "arrays.md", Attr: face.Method((*Array).at),
	Doc: `at(element)
Returns the part of the array that begins at an element and ends at the last one. As a kernel argument, this is
a pointer to the element: a + element in C.

element (int): the index of the first element in memory order (row by row, from 0)

Returns a view with one axis.

    a.at(16)`,
})

var _ = registry.Declare(row{
	Name: "array.flatten", Page: "arrays.md", Attr: face.Method((*Array).flatten),
	Doc: `flatten()
Returns a copy of the array with one axis.

    a.flatten()`,
})

var _ = registry.Declare(row{
	Name: "array.fill", Page: "arrays.md", Attr: face.Method((*Array).fill),
	Doc: `fill(value)
Sets every element to the same value.

value (number): the new value

    a.fill(0)`,
})

var _ = registry.Declare(row{
	Name: "array.sum", Page: "arrays.md", Attr: face.Method(reduce(func(x, y float64) float64 { return x + y })),
	Doc: `sum()
Returns the sum of all elements, computed in float64. The sum of an array of integers is an int.

    a.sum()`,
})

var _ = registry.Declare(row{
	Name: "array.min", Page: "arrays.md", Attr: face.Method(reduce(math.Min)),
	Doc: `min()
Returns the smallest element.

    a.min()`,
})

var _ = registry.Declare(row{
	Name: "array.max", Page: "arrays.md", Attr: face.Method(reduce(math.Max)),
	Doc: `max()
Returns the largest element.

    a.max()`,
})

var _ = registry.Declare(row{
	Name: "array.mean", Page: "arrays.md", Attr: face.Method(mean),
	Doc: `mean()
Returns the mean of all elements, computed in float64.

    a.mean()`,
})

// What people write by habit, with what exists.
var _ = registry.DeclareHabits(map[string]string{
	"array.dot":          "write matmul(a, b) for matrices, or (a * b).sum()",
	"array.transpose":    "write a.T, a view, or transpose(a), a copy",
	"array.ravel":        "write a.flatten(), a copy, or a.reshape(-1), a view",
	"array.argmax":       "write a.tolist().index(a.max())",
	"array.argmin":       "write a.tolist().index(a.min())",
	"array.std":          "write math.sqrt(((a - a.mean()) * (a - a.mean())).mean())",
	"array.var":          "write ((a - a.mean()) * (a - a.mean())).mean()",
	"array.all":          "write allclose(a, b) to compare arrays, or all(a.tolist())",
	"array.any":          "write any(a.tolist())",
	"array.get":          "write a.tolist(): cells read the memory of the GPU",
	"array.cpu":          "write a.tolist(): cells read the memory of the GPU",
	"array.numpy":        "write a.tolist(): cells read the memory of the GPU",
	"array.to_host":      "write a.tolist(): cells read the memory of the GPU",
	"array.copy_to_host": "write a.tolist(): cells read the memory of the GPU",
	"array.cuda":         "an array is in the memory of the GPU already",
	"array.append":       "an array has a fixed length: collect the values in a list, then write array(list)",
	"array.length":       "write len(a) for the first axis, a.size for all elements",
	"array.len":          "write len(a) for the first axis, a.size for all elements",
})

// Attr returns an attribute or a method of the array.
func (a *Array) Attr(name string) (starlark.Value, error) { return registry.Attr(a, name) }

// AttrNames lists the attributes.
func (a *Array) AttrNames() []string { return registry.AttrNames(a) }

// Doc is what ?a shows.
func (*Array) Doc() string {
	return `Holds an array in the memory of the GPU. A kernel takes it for a pointer.
a[i, j] is an element. a[i] and a[1:3, ::2] are views: they share their elements with a.
a[:, 0] = 1 assigns to a part of the array.
Attributes: a.shape, a.dtype, a.size (number of elements), a.ndim (number of axes), a.nbytes,
a.T (the transposed array, a view).
Methods: a.tolist(), a.copy(), a.astype(dtype), a.reshape(shape), a.at(element), a.flatten(), a.fill(value),
a.sum(), a.min(), a.max(), a.mean().
+ - * / // % work element by element. Compare arrays with allclose(a, b).`
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

func (a *Array) tolist(c face.Call) (starlark.Value, error) {
	if err := c.Unpack(); err != nil {
		return nil, err
	}
	if err := a.Readable(); err != nil {
		return nil, err
	}
	if a.Size() > listLimit {
		return nil, face.Errorf("MemoryError", "tolist of %d elements would fill the memory, %d is the limit; read a[i, j]", a.Size(), listLimit)
	}
	return a.list(c.Ctx())
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

func (a *Array) copy(c face.Call) (starlark.Value, error) {
	if err := c.Unpack(); err != nil {
		return nil, err
	}
	return a.convert(c.Ctx(), a.Data.DType)
}

func (a *Array) astype(c face.Call) (starlark.Value, error) {
	var dtype starlark.Value
	if err := c.Unpack("dtype", &dtype); err != nil {
		return nil, err
	}
	t, err := dtypeOf(dtype, a.Data.DType)
	if err != nil {
		return nil, err
	}
	return a.convert(c.Ctx(), t)
}

// convert copies the elements to a new array of a type.
func (a *Array) convert(ctx context.Context, t gpumodel.DType) (starlark.Value, error) {
	v, err := a.Converted(ctx, t)
	if err != nil {
		return nil, err
	}
	return a.part(v), nil
}

func (a *Array) reshape(c face.Call) (starlark.Value, error) {
	shape := starlark.Value(c.Args)
	if len(c.Args) == 1 {
		shape = c.Args[0]
	}
	dimensions, err := face.Ints("shape", shape, maxDims)
	if err != nil {
		return nil, err
	}
	v, err := a.Reshaped(c.Ctx(), dimensions)
	if err != nil {
		return nil, err
	}
	return a.part(v), nil
}

// at is the rest of the array from an element on.
func (a *Array) at(c face.Call) (starlark.Value, error) {
	var first int
	if err := c.Unpack("element", &first); err != nil {
		return nil, err
	}
	switch n := a.Size(); {
	case !a.Contiguous():
		return nil, face.ValueErrorf("at: the elements are not one behind the other; use a copy, as in a.T.copy()")
	case first < 0 || first > n:
		return nil, face.Errorf("IndexError", "at: element %d of an array with %d", first, n)
	}
	rest := a.View
	rest.Offset, rest.Shape, rest.Strides = a.Offset+first, []int{a.Size() - first}, []int{1}
	return a.part(rest), nil
}

// flatten is a copy with one axis.
func (a *Array) flatten(c face.Call) (starlark.Value, error) {
	if err := c.Unpack(); err != nil {
		return nil, err
	}
	flat, err := a.Converted(c.Ctx(), a.Data.DType)
	if err != nil {
		return nil, err
	}
	flat.Shape, flat.Strides = []int{a.Size()}, []int{1}
	return a.part(flat), nil
}

func (a *Array) fill(c face.Call) (starlark.Value, error) {
	var x starlark.Value
	if err := c.Unpack("value", &x); err != nil {
		return nil, err
	}
	return starlark.None, a.Each(c.Ctx(), func(_, place int) error { return a.store(place, x) })
}

// reduce folds the elements in float64. Sums of whole numbers are whole.
func reduce(f ndarray.Operator) func(a *Array, c face.Call) (starlark.Value, error) {
	return func(a *Array, c face.Call) (starlark.Value, error) {
		for _, kw := range c.Kwargs {
			if kw[0] == starlark.String("axis") {
				return nil, face.TypeErrorf("%[1]s: goes over all elements and takes no axis (write array([row.%[1]s() for row in a]) for each row, and the same with a.T for each column)", c.Name)
			}
		}
		if err := cmp.Or(c.Unpack(), a.Readable()); err != nil {
			return nil, err
		}
		if a.Size() == 0 {
			return nil, face.ValueErrorf("%s of an array without elements", c.Name)
		}
		total, err := a.Reduced(c.Ctx(), f)
		if err != nil {
			return nil, err
		}
		if !a.Data.DType.Float() {
			return starlark.NumberToInt(starlark.Float(total))
		}
		return starlark.Float(total), nil
	}
}

func mean(a *Array, c face.Call) (starlark.Value, error) {
	total, err := reduce(func(x, y float64) float64 { return x + y })(a, c)
	if err != nil {
		return nil, err
	}
	x, _ := starlark.AsFloat(total)
	return starlark.Float(x / float64(a.Size())), nil
}

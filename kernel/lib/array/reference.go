package array

import (
	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/ndarray"
)

var _ = registry.Declare(row{
	Name: "allclose", Page: "arrays.md", Func: allclose,
	Doc: `allclose(a, b, rtol=1e-05, atol=1e-08)
Compares two arrays element by element, with a tolerance. Shapes are broadcast as in NumPy.

a (array, list or number): the values to check
b (array, list or number): the values to compare with
rtol (number, 1e-05): the relative tolerance, as a fraction of |b|
atol (number, 1e-08): the absolute tolerance

Returns True if |a - b| <= atol + rtol * |b| for every element.

    allclose(c, matmul(a, b), rtol=1e-4)`,
})

var _ = registry.Declare(row{
	Name: "max_abs_diff", Page: "arrays.md", Func: maxAbsDiff,
	Doc: `max_abs_diff(a, b)
Computes the largest absolute difference between two arrays. Shapes are broadcast as in NumPy.

a (array, list or number): the first operand
b (array, list or number): the second operand

Returns the largest |a - b| over all elements, a float.

    max_abs_diff(c, matmul(a, b))`,
})

var _ = registry.Declare(row{
	Name: "matmul", Page: "arrays.md", Func: matmul,
	Returns: example,
	Doc: `matmul(a, b)
Computes a matrix product on the host, in float64. Compare the result of a kernel with it.

a (array or list of lists): a matrix of shape (m, k)
b (array or list of lists): a matrix of shape (k, n)

Returns a new float64 array of shape (m, n).

    allclose(c, matmul(a, b), rtol=1e-4)`,
})

var _ = registry.Declare(row{
	Name: "transpose", Page: "arrays.md", Func: transposeOf,
	Returns: example,
	Doc: `transpose(a)
Transposes an array on the host. Compare the result of a kernel with it.

a (array or list): the array

Returns a new array with the axes in reverse order. In contrast, a.T is a view of a.

    max_abs_diff(out, transpose(a))`,
})

// operand reads an array, a list or a number as an array.
func operand(c face.Call, v starlark.Value) (*Array, error) {
	a, isList, err := arrayOrList(c.Ctx(), v)
	if err != nil || isList {
		return a, err
	}
	x, ok := starlark.AsFloat(v)
	if !ok {
		return nil, face.TypeErrorf("%s: want an array, a list or a number, got %s", c.Name, face.Describe(v))
	}
	number, err := ndarray.Zeros(gpumodel.Float64, nil)
	if err != nil {
		return nil, err
	}
	number.Data.Set(0, x)
	return &Array{View: number}, nil
}

// Operands reads two arrays, lists or numbers.
func Operands(c face.Call, x, y starlark.Value) (a, b ndarray.View, err error) {
	first, err := operand(c, x)
	if err != nil {
		return a, b, err
	}
	second, err := operand(c, y)
	if err != nil {
		return a, b, err
	}
	return first.View, second.View, nil
}

// ToleranceOf reads rtol= and atol=.
func ToleranceOf(c face.Call, rtol, atol starlark.Value) (ndarray.Tolerance, error) {
	relative, ok1 := starlark.AsFloat(rtol)
	absolute, ok2 := starlark.AsFloat(atol)
	if !ok1 || !ok2 {
		return ndarray.Tolerance{}, face.TypeErrorf("%s: rtol and atol are numbers, got %s and %s", c.Name, face.Describe(rtol),
			face.Describe(atol))
	}
	return ndarray.Tolerance{Relative: relative, Absolute: absolute}, nil
}

func allclose(c face.Call) (starlark.Value, error) {
	var x, y starlark.Value
	var rtol, atol starlark.Value = starlark.Float(1e-5), starlark.Float(1e-8)
	if err := c.Unpack("a", &x, "b", &y, "rtol?", &rtol, "atol?", &atol); err != nil {
		return nil, err
	}
	tolerance, err := ToleranceOf(c, rtol, atol)
	if err != nil {
		return nil, err
	}
	a, b, err := Operands(c, x, y)
	if err != nil {
		return nil, err
	}
	all, err := ndarray.AllClose(c.Ctx(), a, b, tolerance)
	if err != nil {
		return nil, err
	}
	return starlark.Bool(all), nil
}

func maxAbsDiff(c face.Call) (starlark.Value, error) {
	var x, y starlark.Value
	if err := c.Unpack("a", &x, "b", &y); err != nil {
		return nil, err
	}
	a, b, err := Operands(c, x, y)
	if err != nil {
		return nil, err
	}
	largest, err := ndarray.MaxAbsDiff(c.Ctx(), a, b)
	if err != nil {
		return nil, err
	}
	return starlark.Float(largest), nil
}

func matmul(c face.Call) (starlark.Value, error) {
	var x, y starlark.Value
	if err := c.Unpack("a", &x, "b", &y); err != nil {
		return nil, err
	}
	a, b, err := Operands(c, x, y)
	if err != nil {
		return nil, err
	}
	return newArray(ndarray.Matmul(c.Ctx(), a, b))
}

func transposeOf(c face.Call) (starlark.Value, error) {
	var x starlark.Value
	if err := c.Unpack("a", &x); err != nil {
		return nil, err
	}
	a, err := operand(c, x)
	if err != nil {
		return nil, err
	}
	return newArray(a.Transposed().Converted(c.Ctx(), a.Data.DType))
}

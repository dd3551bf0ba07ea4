package gpu

import (
	"errors"
	"fmt"
	"math"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
)

var _ = declare(row{
	name: "allclose", page: "arrays.md", fn: stateless(allclose),
	doc: `allclose(a, b, rtol=1e-05, atol=1e-08)
True if |a - b| <= atol + rtol * |b| for every element of two arrays, an array
and a list, or an array and a number.

    allclose(c, matmul(a, b), rtol=1e-4)`,
})

var _ = declare(row{
	name: "max_abs_diff", page: "arrays.md", fn: stateless(maxAbsDiff),
	doc: `max_abs_diff(a, b)
The largest |a - b| over all elements.

    max_abs_diff(c, matmul(a, b))`,
})

var _ = declare(row{
	name: "matmul", page: "arrays.md", fn: stateless(matmul),
	returns: exampleArray,
	doc: `matmul(a, b)
The matrix product, computed in float64 by the host: a reference for kernels.

    allclose(c, matmul(a, b), rtol=1e-4)`,
})

var _ = declare(row{
	name: "transpose", page: "arrays.md", fn: stateless(transposeOf),
	returns: exampleArray,
	doc: `transpose(a)
A new array with the axes of a in reverse order: a reference for kernels. a.T is
the same as a view.

    max_abs_diff(out, transpose(a))`,
})

var _ = declare(row{
	name: "check", page: "checking.md", fn: stateless(check),
	doc: `check(condition, message="")
Nothing if the condition is true, otherwise an AssertionError with the message.

    check(allclose(out, transpose(a)), "out is not the transpose of a")`,
})

// errDone ends a comparison whose result is known.
var errDone = errors.New("done")

// compare calls f with the elements of two operands in float64, broadcast to one
// shape, until it returns false.
func compare(c call, x, y starlark.Value, f func(x, y float64) bool) (err error) {
	var arrays [2]*Array
	for i, v := range []starlark.Value{x, y} {
		if arrays[i], err = operand(c, v); err != nil {
			return err
		}
		if err := arrays[i].readable(); err != nil {
			return err
		}
	}
	shape, err := broadcast(arrays[0].shape, arrays[1].shape)
	if err != nil {
		return valueErrorf("%s: %v", c.name, err)
	}
	a, b := arrays[0].stretch(shape), arrays[1].stretch(shape)
	err = a.elements(c.ctx(), func(i, place int) error {
		if !f(a.data.At(place), b.data.At(b.at(i))) {
			return errDone
		}
		return nil
	})
	if err == errDone {
		return nil
	}
	return err
}

// operand reads an array, a list or a number as an array.
func operand(c call, v starlark.Value) (*Array, error) {
	a, isList, err := arrayOrList(c.ctx(), v)
	if err != nil || isList {
		return a, err
	}
	x, ok := starlark.AsFloat(v)
	if !ok {
		return nil, typeErrorf("%s: want an array, a list or a number, got %s", c.name, describe(v))
	}
	if a, err = zeros(gpumodel.Float64, nil); err == nil {
		a.data.Set(0, x)
	}
	return a, err
}

func allclose(c call) (starlark.Value, error) {
	var x, y starlark.Value
	var rtol, atol starlark.Value = starlark.Float(1e-5), starlark.Float(1e-8)
	if err := c.unpack("a", &x, "b", &y, "rtol?", &rtol, "atol?", &atol); err != nil {
		return nil, err
	}
	relative, ok1 := starlark.AsFloat(rtol)
	absolute, ok2 := starlark.AsFloat(atol)
	if !ok1 || !ok2 {
		return nil, typeErrorf("allclose: rtol and atol are numbers, got %s and %s", describe(rtol), describe(atol))
	}
	all := true
	err := compare(c, x, y, func(x, y float64) bool {
		near := math.Abs(x-y) <= absolute+relative*math.Abs(y)
		all = x == y || near && !math.IsInf(y, 0) // NaN is close to nothing
		return all
	})
	if err != nil {
		return nil, err
	}
	return starlark.Bool(all), nil
}

func maxAbsDiff(c call) (starlark.Value, error) {
	var x, y starlark.Value
	if err := c.unpack("a", &x, "b", &y); err != nil {
		return nil, err
	}
	largest := 0.0
	err := compare(c, x, y, func(x, y float64) bool {
		if x != y {
			largest = math.Max(largest, math.Abs(x-y))
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	return starlark.Float(largest), nil
}

func matmul(c call) (starlark.Value, error) {
	var x, y starlark.Value
	if err := c.unpack("a", &x, "b", &y); err != nil {
		return nil, err
	}
	a, err := operand(c, x)
	if err != nil {
		return nil, err
	}
	b, err := operand(c, y)
	if err != nil {
		return nil, err
	}
	if len(a.shape) != 2 || len(b.shape) != 2 || a.shape[1] != b.shape[0] {
		return nil, valueErrorf("matmul: want matrices (m, k) and (k, n), got shapes %s and %s", shapeText(a.shape), shapeText(b.shape))
	}
	xs, err := a.floats(c.ctx())
	if err != nil {
		return nil, err
	}
	ys, err := b.floats(c.ctx())
	if err != nil {
		return nil, err
	}
	m, k, n := a.shape[0], a.shape[1], b.shape[1]
	to, err := zeros(gpumodel.Float64, []int{m, n})
	if err != nil {
		return nil, err
	}
	sums := make([]float64, n)
	for i := range m {
		if err := c.ctx().Err(); err != nil {
			return nil, err
		}
		productRow(sums, xs[i*k:(i+1)*k], ys)
		for j, s := range sums {
			to.data.Set(i*n+j, s)
		}
	}
	return to, nil
}

// productRow is one row of a matrix times a matrix, whose rows are read in order.
func productRow(sums, row, matrix []float64) {
	clear(sums)
	n := len(sums)
	for p, x := range row {
		for j, y := range matrix[p*n : (p+1)*n] {
			sums[j] += x * y
		}
	}
}

func transposeOf(c call) (starlark.Value, error) {
	var x starlark.Value
	if err := c.unpack("a", &x); err != nil {
		return nil, err
	}
	a, err := operand(c, x)
	if err != nil {
		return nil, err
	}
	t := a.transposed()
	return t.convert(c.ctx(), t.data.DType)
}

func check(c call) (starlark.Value, error) {
	var condition starlark.Value
	message := ""
	if err := c.unpack("condition", &condition, "message?", &message); err != nil {
		return nil, err
	}
	if _, isArray := condition.(*Array); isArray {
		return nil, typeErrorf("check: the condition is an array; write allclose(a, b)")
	}
	if condition.Truth() {
		return starlark.None, nil
	}
	if message == "" {
		message = fmt.Sprintf("check failed: the condition is %s", describe(condition))
	}
	return nil, &fault{"AssertionError", message}
}

package array

import (
	"cmp"
	"fmt"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/ndarray"
)

// operators work element by element. Integers stay integers, except with /.
var operators = map[syntax.Token]ndarray.Operator{
	syntax.PLUS:       func(x, y float64) float64 { return x + y },
	syntax.MINUS:      func(x, y float64) float64 { return x - y },
	syntax.STAR:       func(x, y float64) float64 { return x * y },
	syntax.SLASH:      func(x, y float64) float64 { return x / y },
	syntax.SLASHSLASH: ndarray.FloorDiv,
	syntax.PERCENT:    ndarray.Mod,
}

// Binary is a op y, element by element, with NumPy's broadcasting and types.
func (a *Array) Binary(op syntax.Token, y starlark.Value, side starlark.Side) (starlark.Value, error) {
	f, ok := operators[op]
	if !ok {
		return nil, nil
	}
	b, isList, err := arrayOrList(a.ctx(), y)
	if err != nil {
		return nil, err
	}
	t := gpumodel.Float64
	if isList {
		t = ndarray.Promote(a.Data.DType, b.Data.DType)
	} else if b, t, err = scalarArray(a, y); err != nil || b == nil {
		return nil, err
	}
	if op == syntax.SLASH && !t.Float() {
		t = gpumodel.Float64
	}
	if side == starlark.Right {
		a, b = b, a
	}
	to := &Array{session: cmp.Or(a.session, b.session)}
	to.View, err = ndarray.Combine(to.ctx(), f, a.View, b.View, t, op == syntax.SLASHSLASH || op == syntax.PERCENT)
	return to, err
}

// scalarArray returns a number as an array without axes, and the element type of an operation of a with it; nil
// if y is not a number.
func scalarArray(a *Array, y starlark.Value) (*Array, gpumodel.DType, error) {
	t := a.Data.DType
	switch y.(type) {
	case starlark.Int:
	case starlark.Float:
		if !t.Float() {
			t = gpumodel.Float64
		}
	default:
		return nil, t, nil
	}
	v, err := ndarray.Zeros(t, nil)
	if err != nil {
		return nil, t, err
	}
	b := &Array{View: v}
	return b, t, b.store(0, y)
}

// Unary is -a.
func (a *Array) Unary(op syntax.Token) (starlark.Value, error) {
	switch op {
	case syntax.MINUS:
		return a.Binary(syntax.STAR, starlark.MakeInt(-1), starlark.Left)
	case syntax.PLUS:
		return a, nil
	}
	return nil, nil
}

// CompareSameType compares two arrays. Starlark wants one bool, while NumPy's == returns an array, so all comparisons are errors except
// == of an array with itself or with the same view.
func (a *Array) CompareSameType(op syntax.Token, y starlark.Value, _ int) (bool, error) {
	b := y.(*Array)
	if same := a == b || a.Equal(b.View); same && op == syntax.EQL {
		return true, nil
	}
	return false, face.TypeErrorf("arrays are not compared with %s: write allclose(a, b) or max_abs_diff(a, b)", op)
}

// CompareOther refuses a comparison with a number or a list, which NumPy makes element by element.
func (a *Array) CompareOther(op syntax.Token, y starlark.Value) (bool, error) {
	switch y.(type) {
	case starlark.Int, starlark.Float, starlark.Bool:
	case starlark.NoneType:
		return op == syntax.NEQ, nil
	default:
		return false, face.TypeErrorf("an array and %s are not compared with %s: write allclose(a, b)", face.Describe(y), op)
	}
	elements := "a"
	if len(a.Shape) > 1 {
		elements = "a.flatten()"
	}
	all := ""
	if op == syntax.EQL || op == syntax.NEQ {
		all = fmt.Sprintf("allclose(a, %v) to test all elements, ", y)
	}
	each := fmt.Sprintf("for x in %s if x %s %v]", elements, op, y)
	return false, face.TypeErrorf("arrays are not compared with %s: write %s", op,
		all+fmt.Sprintf("len([1 %[1]s) to count the elements, [x %[1]s for a list of them", each))
}

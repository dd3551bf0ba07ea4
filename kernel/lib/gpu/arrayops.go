package gpu

import (
	"cmp"
	"math"
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"warpbook.dev/gpumodel"
)

type syntaxToken = syntax.Token

// operators work on the elements; all but / keep whole numbers whole.
var operators = map[syntax.Token]func(x, y float64) float64{
	syntax.PLUS:       func(x, y float64) float64 { return x + y },
	syntax.MINUS:      func(x, y float64) float64 { return x - y },
	syntax.STAR:       func(x, y float64) float64 { return x * y },
	syntax.SLASH:      func(x, y float64) float64 { return x / y },
	syntax.SLASHSLASH: func(x, y float64) float64 { return math.Floor(x / y) },
	syntax.PERCENT:    func(x, y float64) float64 { return x - y*math.Floor(x/y) },
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
		t = promote(a.data.DType, b.data.DType)
	} else if b, t, err = scalarArray(a, y); err != nil || b == nil {
		return nil, err
	}
	if op == syntax.SLASH && !t.Float() {
		t = gpumodel.Float64
	}
	if side == starlark.Right {
		a, b = b, a
	}
	return combine(op, f, a, b, t)
}

// scalarArray is a number as an array without axes, and the type that a has
// after working with it; nil for what is no number.
func scalarArray(a *Array, y starlark.Value) (*Array, gpumodel.DType, error) {
	t := a.data.DType
	switch y.(type) {
	case starlark.Int:
	case starlark.Float:
		if !t.Float() {
			t = gpumodel.Float64
		}
	default:
		return nil, t, nil
	}
	b, err := zeros(t, nil)
	if err == nil {
		err = b.store(0, y)
	}
	return b, t, err
}

// promote is the type that holds the numbers of both, as in NumPy.
func promote(s, t gpumodel.DType) gpumodel.DType {
	if s == t {
		return s
	}
	if t.Float() {
		s, t = t, s
	}
	switch {
	case s.Float() && t.Float():
		if s.Size() > t.Size() {
			return s
		}
		return t
	case s.Float() && t.Size() < s.Size() && t.Size() <= 2:
		return s
	case s == gpumodel.Float16 && t.Size() == 2:
		return gpumodel.Float32
	case s.Float():
		return gpumodel.Float64
	case s.Signed() == t.Signed():
		if s.Size() > t.Size() {
			return s
		}
		return t
	}
	if t.Signed() {
		s, t = t, s // s is signed, t is not
	}
	for _, wide := range []gpumodel.DType{gpumodel.Int16, gpumodel.Int32, gpumodel.Int64} {
		if wide.Size() >= s.Size() && wide.Size() > t.Size() {
			return wide
		}
	}
	return gpumodel.Float64
}

// combine works on the elements of two arrays.
func combine(op syntax.Token, f func(x, y float64) float64, a, b *Array, t gpumodel.DType) (starlark.Value, error) {
	for _, x := range []*Array{a, b} {
		if err := x.readable(); err != nil {
			return nil, err
		}
	}
	shape, err := broadcast(a.shape, b.shape)
	if err != nil {
		return nil, err
	}
	a, b = a.stretch(shape), b.stretch(shape)
	to, err := zeros(t, shape)
	if err != nil {
		return nil, err
	}
	to.session = cmp.Or(a.session, b.session)
	divides := op == syntax.SLASHSLASH || op == syntax.PERCENT
	err = to.elements(to.ctx(), func(i, place int) error {
		x, y := a.data.At(a.at(i)), b.data.At(b.at(i))
		if divides && y == 0 && !t.Float() {
			return &fault{"ZeroDivisionError", "division by zero of an element of an array"}
		}
		to.data.Set(place, f(x, y))
		return nil
	})
	return to, err
}

// broadcast is the common shape of two arrays: axes are matched from the last,
// and an axis of length 1 is repeated.
func broadcast(s, t []int) ([]int, error) {
	shape := make([]int, max(len(s), len(t)))
	axis := func(shape []int, fromLast int) int {
		if i := len(shape) - fromLast; i >= 0 {
			return shape[i]
		}
		return 1
	}
	for k := 1; k <= len(shape); k++ {
		m, n := axis(s, k), axis(t, k)
		switch {
		case m == n || n == 1:
			shape[len(shape)-k] = m
		case m == 1:
			shape[len(shape)-k] = n
		default:
			return nil, valueErrorf("the shapes %s and %s do not fit together", shapeText(s), shapeText(t))
		}
	}
	return shape, nil
}

// stretch is a view of the broadcast shape.
func (a *Array) stretch(shape []int) *Array {
	strides := make([]int, len(shape))
	for k := 1; k <= len(a.shape); k++ {
		if a.shape[len(a.shape)-k] != 1 {
			strides[len(shape)-k] = a.strides[len(a.shape)-k]
		}
	}
	return &Array{a.data, a.offset, shape, strides, a.session}
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

// CompareSameType refuses ==, which would not say what NumPy's does.
func (a *Array) CompareSameType(op syntax.Token, y starlark.Value, _ int) (bool, error) {
	b := y.(*Array)
	if same := a == b || a.data == b.data && a.offset == b.offset && slices.Equal(a.shape, b.shape) && slices.Equal(a.strides, b.strides); same && op == syntax.EQL {
		return true, nil
	}
	return false, typeErrorf("arrays are not compared with %s: write allclose(a, b) or max_abs_diff(a, b)", op)
}

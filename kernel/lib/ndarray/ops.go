package ndarray

import (
	"context"
	"math"
	"math/big"

	"warpbook.dev/gpumodel"
)

// An Operator works on two elements.
type Operator func(x, y float64) float64

// FloorDiv is Python's //.
func FloorDiv(x, y float64) float64 { return math.Floor(x / y) }

// Mod is Python's %, whose result has the sign of y.
func Mod(x, y float64) float64 { return x - y*math.Floor(x/y) }

// Combine works on the elements of two arrays, whose shapes are made one, and returns
// an array of type t. With divides, zeros of b are an error where t is whole.
func Combine(ctx context.Context, f Operator, a, b View, t gpumodel.DType, divides bool) (View, error) {
	for _, x := range []View{a, b} {
		if err := x.Readable(); err != nil {
			return View{}, err
		}
	}
	shape, err := broadcast(a.Shape, b.Shape)
	if err != nil {
		return View{}, err
	}
	a, b = a.stretched(shape), b.stretched(shape)
	to, err := Zeros(t, shape)
	if err != nil {
		return View{}, err
	}
	err = to.Each(ctx, func(i, place int) error {
		x, y := a.Data.At(a.Place(i)), b.Data.At(b.Place(i))
		if divides && y == 0 && !t.Float() {
			return errorf("ZeroDivisionError", "division by zero of an element of an array")
		}
		to.Data.Set(place, f(x, y))
		return nil
	})
	return to, err
}

// Reduced folds the elements in float64; there has to be one.
func (a View) Reduced(ctx context.Context, f Operator) (float64, error) {
	if err := a.Readable(); err != nil {
		return 0, err
	}
	total := 0.0
	err := a.Each(ctx, func(i, place int) error {
		x := a.Data.At(place)
		if total = f(total, x); i == 0 {
			total = x
		}
		return nil
	})
	return total, err
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
			return nil, valueErrorf("the shapes %s and %s do not fit together", ShapeText(s), ShapeText(t))
		}
	}
	return shape, nil
}

// stretched is a view of the broadcast shape.
func (a View) stretched(shape []int) View {
	strides := make([]int, len(shape))
	for k := 1; k <= len(a.Shape); k++ {
		if a.Shape[len(a.Shape)-k] != 1 {
			strides[len(shape)-k] = a.Strides[len(a.Shape)-k]
		}
	}
	return View{a.Data, a.Offset, shape, strides}
}

// Promote is the type that holds the numbers of both, as in NumPy.
func Promote(s, t gpumodel.DType) gpumodel.DType {
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

// Bounds are the smallest and the largest number of an integer type.
func Bounds(t gpumodel.DType) (low, high *big.Int) {
	bits := uint(8 * t.Size())
	one := big.NewInt(1)
	if !t.Signed() {
		return new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, bits), one)
	}
	top := new(big.Int).Lsh(one, bits-1)
	return new(big.Int).Neg(top), new(big.Int).Sub(top, one)
}

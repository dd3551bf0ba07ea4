package ndarray

import (
	"context"
	"errors"
	"math"

	"warpbook.dev/gpumodel"
)

// A Tolerance is how far x may be from y: |x - y| <= Absolute + Relative * |y|.
type Tolerance struct{ Relative, Absolute float64 }

// Near reports whether x is as close to y as the tolerance says; NaN is close to nothing.
func (t Tolerance) Near(x, y float64) bool {
	return x == y || math.Abs(x-y) <= t.Absolute+t.Relative*math.Abs(y) && !math.IsInf(y, 0)
}

// AllClose reports whether every element of a is near the one of b.
func AllClose(ctx context.Context, a, b View, tolerance Tolerance) (bool, error) {
	all := true
	err := pairs(ctx, "allclose", a, b, func(x, y float64) bool {
		all = tolerance.Near(x, y)
		return all
	})
	return all, err
}

// MaxAbsDiff is the largest |x - y| over all elements.
func MaxAbsDiff(ctx context.Context, a, b View) (float64, error) {
	largest := 0.0
	err := pairs(ctx, "max_abs_diff", a, b, func(x, y float64) bool {
		if x != y {
			largest = math.Max(largest, math.Abs(x-y))
		}
		return true
	})
	return largest, err
}

// errDone ends a comparison whose result is known.
var errDone = errors.New("done")

// pairs calls f with the elements of two arrays in float64, broadcast to one shape, until
// it returns false.
func pairs(ctx context.Context, what string, a, b View, f func(x, y float64) bool) error {
	for _, x := range []View{a, b} {
		if err := x.Readable(); err != nil {
			return err
		}
	}
	shape, err := broadcast(a.Shape, b.Shape)
	if err != nil {
		return valueErrorf("%s: %v", what, err)
	}
	a, b = a.stretched(shape), b.stretched(shape)
	err = a.Each(ctx, func(i, place int) error {
		if !f(a.Data.At(place), b.Data.At(b.Place(i))) {
			return errDone
		}
		return nil
	})
	if err == errDone {
		return nil
	}
	return err
}

// Matmul is the product of two matrices, summed in float64.
func Matmul(ctx context.Context, a, b View) (View, error) {
	if len(a.Shape) != 2 || len(b.Shape) != 2 || a.Shape[1] != b.Shape[0] {
		vectors := ""
		if len(a.Shape) == 1 && len(b.Shape) == 1 {
			vectors = " (of vectors write (a * b).sum())"
		}
		return View{}, valueErrorf("matmul: want matrices (m, k) and (k, n), got shapes %s and %s%s", ShapeText(a.Shape),
			ShapeText(b.Shape), vectors)
	}
	xs, err := a.Values(ctx)
	if err != nil {
		return View{}, err
	}
	ys, err := b.Values(ctx)
	if err != nil {
		return View{}, err
	}
	m, k, n := a.Shape[0], a.Shape[1], b.Shape[1]
	to, err := Zeros(gpumodel.Float64, []int{m, n})
	if err != nil {
		return View{}, err
	}
	sums := make([]float64, n)
	for i := range m {
		if err := ctx.Err(); err != nil {
			return View{}, err
		}
		productRow(sums, xs[i*k:(i+1)*k], ys)
		for j, s := range sums {
			to.Data.Set(i*n+j, s)
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

package programs

import (
	"context"
	"warpbook.dev/gpumodel"
)

// A field of n × n points in tiles: weights are multiplied to the rows of a tile and then
// to its columns, and half of the turned tile is added each time.

const (
	fieldTile  = 16
	mostFields = 1 << 13 // rows, of doubles
)

// fieldWork is the work of a point: two sums, and two polynomials.
func fieldWork(n int) int { return 250 * squared(n) }

// fieldArgs is (double *next, const double *field, *weights, *old, *source, *damping, *moist,
// double *water, int n).
func fieldArgs(n int) ([]any, error) {
	var args []any
	for _, a := range []struct {
		at   func(i int) float64
		side int
	}{{nil, n}, {fraction, n}, {fieldWeight, fieldTile}, {before, n}, {velocity, n}, {fieldWeight, n}, {fraction, n}, {nil, n}} {
		array, err := gpumodel.NewArrayFunc(gpumodel.Float64, a.at, a.side, a.side)
		if err != nil {
			return nil, err
		}
		args = append(args, array)
	}
	return append(args, int64(n)), nil
}

// fieldWeight is about 1/16, so that sums are about as large as what is added.
func fieldWeight(i int) float64 { return fraction(i) / 8 }

// fieldAfter is the field a step later.
func fieldAfter(ctx context.Context, args []any) func(i int) float64 {
	n := int(args[len(args)-1].(int64))
	field, weights := floats(args[1].(*gpumodel.Array)), floats(args[2].(*gpumodel.Array))
	// place is element i's tile and where in it the element is.
	place := func(i int) (first, x, y int) {
		x, y = i%n%fieldTile, i/n%fieldTile
		return i - y*n - x, x, y
	}
	along := make([]float64, n*n)
	for i := range along {
		if i%n == 0 && ctx.Err() != nil {
			break
		}
		first, x, y := place(i)
		along[i] = field[first+x*n+y] / 2
		for k := range fieldTile {
			along[i] += field[first+y*n+k] * weights[k*fieldTile+x]
		}
	}
	return func(i int) float64 {
		first, x, y := place(i)
		across := along[first+x*n+y] / 2
		for k := range fieldTile {
			across += weights[y*fieldTile+k] * along[first+k*n+x]
		}
		return before(i) + velocity(i)*across - fieldWeight(i)*along[i]
	}
}

package programs

import (
	"context"
	"math"
	"warpbook.dev/gpumodel"
)

// Columns of air, of a few levels each: in memory a column may lie beside the next,
// or a level above the next.

const (
	columnLevels = 8
	columnMargin = 16 // columns behind the last one: the east of it, and whole lines
	mostColumns  = 1 << 23
	airFields    = 4 // heat, water, mixing and wind
)

// A layout tells which column and level an element is.
type layout func(columns, i int) (column, level int)

func columnByColumn(_, i int) (column, level int) { return i / columnLevels, i % columnLevels }

func levelByLevel(columns, i int) (column, level int) {
	return i % (columns + columnMargin), i / (columns + columnMargin)
}

// air is what a field is in a column at a level: whole numbers, so that nothing is rounded.
func air(field, column, level int) float64 {
	return digit((column*columnLevels+level)*airFields + field)
}

// airArgs is (double *next, heat, water, mixing, wind) of n columns, each of the fields made
// by its number.
func airArgs(field func(n, size, number int) (any, error)) func(n int) ([]any, error) {
	return func(n int) ([]any, error) {
		size := (n + columnMargin) * columnLevels
		next, err := gpumodel.NewArray(gpumodel.Float64, size)
		if err != nil {
			return nil, err
		}
		args := []any{next}
		for number := range airFields {
			a, err := field(n, size, number)
			if err != nil {
				return nil, err
			}
			args = append(args, a)
		}
		return args, nil
	}
}

// stored is a field as an array of doubles.
func stored(of layout) func(n, size, number int) (any, error) {
	return func(n, size, number int) (any, error) {
		return gpumodel.NewArrayFunc(gpumodel.Float64, func(i int) float64 {
			column, level := of(n, i)
			return air(number, column, level)
		}, size)
	}
}

// fetched is a field, column by column, as a texture of the halves of doubles.
func fetched(n, size, number int) (any, error) {
	halves, err := gpumodel.NewArrayFunc(gpumodel.Int32, func(i int) float64 {
		column, level := columnByColumn(n, i/2)
		return float64(int32(math.Float64bits(air(number, column, level)) >> (i % 2 * 32)))
	}, size, 2)
	if err != nil {
		return nil, err
	}
	return gpumodel.NewTexture(halves, gpumodel.TextureModes{Channels: 2})
}

func airWork(n int) int { return 40 * columnLevels * n }

// stirred is the air a step later: heat that is mixed with the level below, and wind that
// carries water.
func stirred(of layout) func(ctx context.Context, args []any) func(i int) float64 {
	return func(_ context.Context, args []any) func(i int) float64 {
		n := args[0].(*gpumodel.Array).Len()/columnLevels - columnMargin
		return func(i int) float64 {
			column, level := of(n, i)
			if column >= n {
				return 0 // of the margin nothing is computed
			}
			at := func(field int) float64 { return air(field, column, level) }
			below := air(0, column, min(level+1, columnLevels-1))
			return at(0) + at(2)*(below-at(0)) + at(1)*(at(3)-air(3, column+1, level))
		}
	}
}

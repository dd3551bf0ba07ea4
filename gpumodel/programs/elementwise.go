package programs

import (
	"context"
	"math"
	"warpbook.dev/gpumodel"
)

// The problems of programs that give an array of results.

// inPlace is (float *a), of n elements that are argument and result.
func inPlace(n int) ([]any, error) {
	a, err := gpumodel.NewArrayFunc(gpumodel.Float32, digit, n)
	return []any{a}, err
}

// incremented is of the data as they were.
func incremented(context.Context, []any) func(i int) float64 {
	return func(i int) float64 { return digit(i) + 1 }
}

// inTo is (float *out, const float *in): n elements, one result for each.
func inTo(element func(i int) float64) func(n int) ([]any, error) {
	return func(n int) ([]any, error) {
		out, err := gpumodel.NewArray(gpumodel.Float32, n)
		if err != nil {
			return nil, err
		}
		in, err := gpumodel.NewArrayFunc(gpumodel.Float32, element, n)
		return []any{out, in}, err
	}
}

// of is a result that depends on one element, or on its place too.
func of(f func(i int, x float64) float64) func(context.Context, []any) func(i int) float64 {
	return func(_ context.Context, args []any) func(i int) float64 {
		in := args[1].(*gpumodel.Array)
		return func(i int) float64 { return f(i, in.At(i)) }
	}
}

// dampedWaves is the sum of eight damped waves at a time.
func dampedWaves(_ int, t float64) (sum float64) {
	for k := 1.0; k <= 8; k++ {
		sum += math.Exp(-k*t) * math.Sin(k*t) / (k + t)
	}
	return sum
}

// polynomial has 32 coefficients of 1/2.
func polynomial(_ int, x float64) (y float64) {
	for range 32 {
		y = x*y + 0.5
	}
	return y
}

// byParity treats even and odd elements in two ways.
func byParity(i int, x float64) float64 {
	for range 64 {
		if i%2 == 0 {
			x = 0.75*x + 0.25
		} else {
			x = 0.5*x - 0.5
		}
	}
	return x
}

// deviation is from the mean of every fourth of an element's 64 neighbours.
func deviation(_ context.Context, args []any) func(i int) float64 {
	in := args[1].(*gpumodel.Array)
	return func(i int) float64 {
		mean := 0.0
		for j := range 16 {
			mean += in.At(i/64*64+4*j) / 16
		}
		return in.At(i) - mean
	}
}

// run is how many elements the programs of the family runs sum.
const run = 32

// runsOf is (float *sums, const float *in, int runs): n elements in runs.
func runsOf(n int) ([]any, error) {
	sums, err := gpumodel.NewArray(gpumodel.Float32, n/run)
	if err != nil {
		return nil, err
	}
	in, err := gpumodel.NewArrayFunc(gpumodel.Float32, digit, n)
	return []any{sums, in, int64(n / run)}, err
}

// fetchedRuns is the same with a texture.
func fetchedRuns(n int) ([]any, error) {
	args, err := runsOf(n)
	if err != nil {
		return nil, err
	}
	args[1], err = gpumodel.NewTexture(args[1].(*gpumodel.Array), gpumodel.TextureModes{})
	return args, err
}

// sumOfRun is that of a run whose elements are so far apart.
func sumOfRun(transposed bool) func(context.Context, []any) func(i int) float64 {
	return func(_ context.Context, args []any) func(i int) float64 {
		runs := int(args[2].(int64))
		return func(i int) (sum float64) {
			for k := range run {
				if transposed {
					sum += digit(k*runs + i)
				} else {
					sum += digit(i*run + k)
				}
			}
			return sum
		}
	}
}

// summands is (T *c, const T *a, const T *b): whole numbers, the sums of which every type holds.
func summands(t gpumodel.DType, element func(i int) float64) func(n int) ([]any, error) {
	return func(n int) ([]any, error) {
		c, err := gpumodel.NewArray(t, n)
		if err != nil {
			return nil, err
		}
		a, err := gpumodel.NewArrayFunc(t, element, n)
		if err != nil {
			return nil, err
		}
		b, err := gpumodel.NewArrayFunc(t, func(i int) float64 { return element(^i) }, n)
		return []any{c, a, b}, err
	}
}

func total(_ context.Context, args []any) func(i int) float64 {
	a, b := args[1].(*gpumodel.Array), args[2].(*gpumodel.Array)
	return func(i int) float64 { return a.At(i) + b.At(i) }
}

// lowest and highest are the limits of numbers that are stored in steps of a quarter.
const lowest, highest, step = -32, 31.75, 0.25

// ranged is the same with the numbers as steps above the lower limit, and both limits.
func ranged(n int) ([]any, error) {
	args, err := summands(gpumodel.UInt8, func(i int) float64 { return (digit(i) - lowest) / step })(n)
	return append(args, float64(lowest), float64(highest)), err
}

func totalSteps(ctx context.Context, args []any) func(i int) float64 {
	sum := total(ctx, args)
	return func(i int) float64 { return sum(i) + lowest/step }
}

// countedBins is how many different values the programs of the family histogram count.
const countedBins = 32

// valuesToCount is (int *bins, const int *values, int n): n values of 0 to 31, and bins of 0.
func valuesToCount(n int) ([]any, error) {
	bins, err := gpumodel.NewArray(gpumodel.Int32, countedBins)
	if err != nil {
		return nil, err
	}
	values, err := gpumodel.NewArrayFunc(gpumodel.Int32, bin, n)
	return []any{bins, values, int64(n)}, err
}

// bin is value i: the middle ones occur more often, as in most data.
func bin(i int) float64 {
	x := scramble(i)
	return float64((x>>16%countedBins + x>>21%countedBins) / 2)
}

func countedValues(_ context.Context, args []any) func(i int) float64 {
	var bins [countedBins]float64
	for _, v := range floats(args[1].(*gpumodel.Array)) {
		bins[int(v)]++
	}
	return func(i int) float64 { return bins[i] }
}

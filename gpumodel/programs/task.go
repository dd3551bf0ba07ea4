package programs

import (
	"context"
	"warpbook.dev/gpumodel"
)

// A task is what the programs of a family are given, and what they must
// compute. The column problem of kernels/programs.csv names one.
type task struct {
	// most is the largest n: the arrays are no larger than an array may be.
	most int
	form form
	// multiple is what the block's side must be a multiple of, if it matters.
	multiple int
	// args makes the arguments of the kernel.
	args func(given) ([]any, error)
	// then makes the launch that follows one, in a program of several.
	then func(gpumodel.Launch) gpumodel.Launch
	// result is the number of the argument that the kernel fills.
	result int
	// reference prepares the right result, in float64, and returns its element i.
	// It ends early, with anything, when ctx is cancelled.
	reference func(ctx context.Context, args []any) func(i int) float64
	// within is how far an element may be from it: 0 if the kernel rounds nothing.
	within float64
	// work is the number of steps to the result.
	work func(n int) int
}

// given is what the arguments of a launch depend on.
type given struct {
	n, blocks int // of the data, and of the grid
	defines   map[string]string
}

// A form is how much data a task of size n has.
type form uint8

const (
	matrix      form = iota // n × n elements, padded to whole tiles
	volume                  // planes of n × n elements, padded to whole tiles; as many as the padded n
	elementwise             // n in a row, padded to whole tiles, and as many results
	summed                  // n in a row, and one result
)

// mostRows keeps n × n floats, mostSide a volume of them with its halo, and mostElements n of
// them, within the largest array.
const (
	mostSide     = 608
	mostRows     = 1 << 14
	mostElements = 1 << 28
)

var tasks = map[string]task{
	"copy":                {most: mostRows, args: perSize(outIn), result: 0, reference: copied, work: squared},
	"transpose":           {most: mostRows, args: perSize(outIn), result: 0, reference: transposed, work: squared},
	"matmul":              {most: mostRows, args: perSize(inInOut), result: 2, reference: product, work: cubed},
	"matmul_column_major": {most: mostRows, args: perSize(inInOut), result: 2, reference: productOfColumns, work: cubed},
	"histogram":           {most: mostElements, form: elementwise, args: perSize(valuesToCount), result: 0, reference: countedValues, work: once},
	"sum":                 {most: mostElements, form: summed, args: vectorOf(gpumodel.Float32), then: sumOfSums, result: 2, reference: sum, work: once},
	"sum_int":             {most: mostElements, form: summed, args: vectorOf(gpumodel.Int32), then: sumOfSums, result: 2, reference: sum, work: once},
	"columns":             {most: mostColumns, form: elementwise, args: perSize(airArgs(stored(columnByColumn))), result: 0, reference: stirred(columnByColumn), work: airWork},
	"columns_texture":     {most: mostColumns, form: elementwise, args: perSize(airArgs(fetched)), result: 0, reference: stirred(columnByColumn), work: airWork},
	"levels":              {most: mostColumns, form: elementwise, args: perSize(airArgs(stored(levelByLevel))), result: 0, reference: stirred(levelByLevel), work: airWork},
	"tiled_step":          {most: mostFields, args: perSize(fieldArgs), result: 0, reference: fieldAfter, within: 1e-12, work: fieldWork},
	"wave":                {most: mostSide, form: volume, args: waveArgs, result: 0, reference: stepped, within: 1e-4, work: wavePoints},
	"increment":           {most: mostElements, form: elementwise, args: perSize(inPlace), result: 0, reference: incremented, work: once},
	"runs":                {most: mostElements, form: elementwise, args: perSize(runsOf), result: 0, reference: sumOfRun(false), work: once},
	"runs_texture":        {most: mostElements, form: elementwise, args: perSize(fetchedRuns), result: 0, reference: sumOfRun(false), work: once},
	"runs_transposed":     {most: mostElements, form: elementwise, args: perSize(runsOf), result: 0, reference: sumOfRun(true), work: once},
	"damped_waves":        {most: mostElements, form: elementwise, args: perSize(inTo(fraction)), result: 0, reference: of(dampedWaves), within: 1e-4, work: once},
	"polynomial":          {most: mostElements, form: elementwise, args: perSize(inTo(fraction)), result: 0, reference: of(polynomial), within: 1e-4, work: once},
	"parity":              {most: mostElements, form: elementwise, args: perSize(inTo(digit)), result: 0, reference: of(byParity), multiple: 2, within: 1e-4, work: once},
	"addition":            {most: mostElements, form: elementwise, args: perSize(summands(gpumodel.Float32, digit)), result: 0, reference: total, work: once},
	"addition_half":       {most: mostElements, form: elementwise, args: perSize(summands(gpumodel.Float16, digit)), result: 0, reference: total, work: once},
	"addition_int8":       {most: mostElements, form: elementwise, args: perSize(summands(gpumodel.Int8, digit)), result: 0, reference: total, work: once},
	"addition_range":      {most: mostElements, form: elementwise, args: perSize(ranged), result: 0, reference: totalSteps, work: once},
	"deviation":           {most: mostElements, form: elementwise, args: perSize(inTo(digit)), result: 0, reference: deviation, multiple: 64, work: once},
}

func once(n int) int    { return n }
func squared(n int) int { return n * n }
func cubed(n int) int   { return n * n * n }

// perSize is for arguments that depend on n alone.
func perSize(args func(n int) ([]any, error)) func(given) ([]any, error) {
	return func(g given) ([]any, error) { return args(g.n) }
}

// outIn is (float *out, const float *in, int n), both n × n.
func outIn(n int) ([]any, error) {
	out, err := gpumodel.NewArray(gpumodel.Float32, n, n)
	if err != nil {
		return nil, err
	}
	in, err := gpumodel.NewArrayFunc(gpumodel.Float32, fraction, n, n)
	return []any{out, in, int64(n)}, err
}

// inInOut is (const float *A, const float *B, float *C, int n), all n × n.
func inInOut(n int) ([]any, error) {
	a, err := gpumodel.NewArrayFunc(gpumodel.Float32, digit, n, n)
	if err != nil {
		return nil, err
	}
	b, err := gpumodel.NewArrayFunc(gpumodel.Float32, func(i int) float64 { return digit(^i) }, n, n)
	if err != nil {
		return nil, err
	}
	c, err := gpumodel.NewArray(gpumodel.Float32, n, n)
	return []any{a, b, c, int64(n)}, err
}

// vectorOf is (const T *array, int n, T *sums): a vector of n elements, and room
// for a sum of each block.
func vectorOf(t gpumodel.DType) func(given) ([]any, error) {
	return func(g given) ([]any, error) {
		array, err := gpumodel.NewArrayFunc(t, digit, g.n)
		if err != nil {
			return nil, err
		}
		sums, err := gpumodel.NewArray(t, g.blocks)
		return []any{array, int64(g.n), sums}, err
	}
}

// sumOfSums is one block that sums what the blocks of a launch have left, in place:
// it has read all of it before it writes.
func sumOfSums(l gpumodel.Launch) gpumodel.Launch {
	sums := l.Args[2]
	l.Args = []any{sums, int64(l.Grid.Count()), sums}
	l.Grid = gpumodel.Dim3{X: 1, Y: 1, Z: 1}
	return l
}

// fraction is element i of an input: different numbers that float32 holds exactly.
func fraction(i int) float64 { return float64(scramble(i)>>9) / (1 << 23) }

// digit is element i of an input whose sums and products float32 adds exactly, in
// any order: whole numbers of at most 8, so that 2^21 of them, and 2^18 products,
// stay within 2^24.
func digit(i int) float64 { return float64(int(scramble(i)>>16)%17 - 8) }

func scramble(i int) uint32 { return uint32(i)*2654435761 + 12345 }

func copied(_ context.Context, args []any) func(i int) float64 { return args[1].(*gpumodel.Array).At }

func transposed(_ context.Context, args []any) func(i int) float64 {
	in := args[1].(*gpumodel.Array)
	n := in.Shape[0]
	return func(i int) float64 { return in.At(i%n*n + i/n) }
}

// product multiplies row by row: the sums of a row of C take the rows of B in order.
func product(ctx context.Context, args []any) func(i int) float64 {
	n := args[0].(*gpumodel.Array).Shape[0]
	a, b := floats(args[0].(*gpumodel.Array)), floats(args[1].(*gpumodel.Array))
	c := make([]float64, n*n)
	for y := 0; y < n && ctx.Err() == nil; y++ {
		row := c[y*n:][:n]
		for k := range n {
			factor := a[y*n+k]
			for x, v := range b[k*n:][:n] {
				row[x] += factor * v
			}
		}
	}
	return func(i int) float64 { return c[i] }
}

// productOfColumns is that of A and a B whose columns lie one after the other.
func productOfColumns(ctx context.Context, args []any) func(i int) float64 {
	n := args[0].(*gpumodel.Array).Shape[0]
	rows := floats(args[1].(*gpumodel.Array))
	columns, err := gpumodel.NewArrayFunc(gpumodel.Float32, func(i int) float64 { return rows[i%n*n+i/n] }, n, n)
	if err != nil {
		panic("BUG: " + err.Error()) // as large as the one that there is
	}
	return product(ctx, []any{args[0], columns})
}

func sum(_ context.Context, args []any) func(i int) float64 {
	total := 0.0
	for _, x := range floats(args[0].(*gpumodel.Array)) {
		total += x
	}
	return func(int) float64 { return total }
}

// floats are the elements of an array as float64.
func floats(a *gpumodel.Array) []float64 {
	values := make([]float64, a.Len())
	for i := range values {
		values[i] = a.At(i)
	}
	return values
}

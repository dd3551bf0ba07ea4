package gpumodel

// A problem is what the programs of a family are given, and what they must
// compute. The column problem of kernels/programs.csv names one.
type problem struct {
	// args makes the arguments of the kernel for size n.
	args func(n int) ([]any, error)
	// result is the number of the argument that the kernel fills.
	result int
	// reference prepares the right result, in float64, and returns its element i.
	reference func(n int, args []any) func(i int) float64
	// work is the number of steps to one element of the result.
	work func(n int) int
}

var problems = map[string]problem{
	"copy":      {outIn, 0, copied, once},
	"transpose": {outIn, 0, transposed, once},
	"matmul":    {inInOut, 2, product, perRow},
}

func once(int) int     { return 1 }
func perRow(n int) int { return n }

// outIn is (float *out, const float *in, int n), both n × n.
func outIn(n int) ([]any, error) {
	out, err := NewArray(Float32, n, n)
	if err != nil {
		return nil, err
	}
	in, err := NewArrayFunc(Float32, fraction, n, n)
	return []any{out, in, int64(n)}, err
}

// inInOut is (const float *A, const float *B, float *C, int n), all n × n.
func inInOut(n int) ([]any, error) {
	a, err := NewArrayFunc(Float32, digit, n, n)
	if err != nil {
		return nil, err
	}
	b, err := NewArrayFunc(Float32, func(i int) float64 { return digit(^i) }, n, n)
	if err != nil {
		return nil, err
	}
	c, err := NewArray(Float32, n, n)
	return []any{a, b, c, int64(n)}, err
}

// fraction is element i of an input: different numbers that float32 holds exactly.
func fraction(i int) float64 { return float64(scramble(i)>>9) / (1 << 23) }

// digit is element i of an input whose products float32 adds exactly, in any
// order: whole numbers of at most 8, so that 2^18 products stay below 2^24.
func digit(i int) float64 { return float64(int(scramble(i)>>16)%17 - 8) }

func scramble(i int) uint32 { return uint32(i)*2654435761 + 12345 }

func copied(_ int, args []any) func(i int) float64 { return args[1].(*Array).At }

func transposed(n int, args []any) func(i int) float64 {
	in := args[1].(*Array)
	return func(i int) float64 { return in.At(i%n*n + i/n) }
}

// product multiplies row by row: the sums of a row of C take the rows of B in order.
func product(n int, args []any) func(i int) float64 {
	a, b := args[0].(*Array).floats(), args[1].(*Array).floats()
	c := make([]float64, n*n)
	for y := range n {
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

// floats are the elements as float64.
func (a *Array) floats() []float64 {
	values := make([]float64, a.Len())
	for i := range values {
		values[i] = a.At(i)
	}
	return values
}

package gpumodel_test

import (
	"context"
	_ "embed"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/warp"
	"warpbook.dev/internal/cputime"
	"warpbook.dev/internal/tier"
)

//go:embed testdata/speed/kernels.cu
var speedKernels string

// A speedCase is a launch of one of the kernels of testdata/speed/kernels.cu.
type speedCase struct {
	kernel      string
	grid, block Dim3
	args        func() []any
}

// filled is an array of numbers that a fixed generator makes.
func filled(t DType, n int, at func(r *rand.Rand, i int) float64) *Array {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	a, err := NewArray(t, n)
	if err != nil {
		panic(err)
	}
	for i := range n {
		a.Set(i, at(r, i))
	}
	return a
}

func uniform(r *rand.Rand, _ int) float64 { return r.Float64() }

func below(limit int) func(r *rand.Rand, i int) float64 {
	return func(r *rand.Rand, _ int) float64 { return float64(r.IntN(limit)) }
}

func floats(n int) *Array { return filled(Float32, n, uniform) }

// rows are the starts of the rows of a sparse matrix with least to least+more numbers in each, and the columns of all.
func rows(n, least, more int) (start, column *Array) {
	r := rand.New(rand.NewPCG(2, 2))
	at := []int{0}
	for range n {
		at = append(at, at[len(at)-1]+least+r.IntN(more+1))
	}
	return filled(Int32, n+1, func(_ *rand.Rand, i int) float64 { return float64(at[i]) }), filled(Int32, at[n], below(n))
}

func speedCases() []speedCase {
	const n, side = 1 << 18, 256
	line := func(threads, block int) (grid, blocks Dim3) { return Dim3{threads / block, 1, 1}, Dim3{block, 1, 1} }
	product := func() []any {
		return []any{floats(side * side), floats(side * side), floats(side * side), int64(side)}
	}
	image := func() []any { return []any{floats(side * side), floats(side * side), int64(side)} }
	of := func(kernel string, grid, block Dim3, args func() []any) speedCase {
		return speedCase{kernel, grid, block, args}
	}
	along := func(kernel string, threads, block int, args func() []any) speedCase {
		g, b := line(threads, block)
		return of(kernel, g, b, args)
	}
	return []speedCase{
		along("vector_add", n, 256, func() []any { return []any{floats(n), floats(n), floats(n), int64(n - 7)} }),
		along("saxpy", n/8, 256, func() []any { return []any{2.5, floats(n), floats(n), int64(n)} }),
		of("transpose_naive", Dim3{8, 8, 1}, Dim3{32, 8, 1}, image),
		of("transpose_padded", Dim3{8, 8, 1}, Dim3{32, 8, 1}, image),
		of("product_naive", Dim3{8, 32, 1}, Dim3{32, 8, 1}, product),
		of("product_tiled", Dim3{16, 16, 1}, Dim3{16, 16, 1}, product),
		of("product_coarsened", Dim3{8, 8, 1}, Dim3{32, 8, 1}, product),
		of("product_registers", Dim3{4, 4, 1}, Dim3{256, 1, 1}, product),
		along("reduce_shared", n/8, 256, func() []any { return []any{floats(n), floats(n / 2048), int64(n)} }),
		along("scan_block", n/4, 256, func() []any {
			return []any{filled(Int32, n/4, below(100)), filled(Int32, n/4, below(2)), int64(n/4 - 5)}
		}),
		along("histogram", n/16, 256, func() []any {
			return []any{filled(UInt8, n, below(256)), filled(UInt32, 256, below(1)), int64(n)}
		}),
		of("stencil", Dim3{8, 32, 1}, Dim3{32, 8, 1}, image),
		along("spmv", 1<<13, 128, func() []any {
			start, column := rows(1<<13, 4, 24)
			return []any{start, column, floats(column.Len()), floats(1 << 13), floats(1 << 13), int64(1 << 13)}
		}),
		along("bfs_step", 1<<15, 256, func() []any {
			start, column := rows(1<<15, 2, 12)
			level := filled(Int32, 1<<15, func(r *rand.Rand, _ int) float64 { return float64(r.IntN(4) - 2) })
			return []any{start, column, level, filled(Int32, 1, below(1)), int64(1), int64(1 << 15)}
		}),
		along("bitonic_sort", 1<<13, 256, func() []any { return []any{filled(UInt32, 1<<14, below(1<<30)), int64(1 << 14)} }),
		along("nbody", 1<<10, 128, func() []any { return []any{floats(4 << 10), floats(3 << 10), int64(1 << 10)} }),
		of("mandelbrot", Dim3{8, 32, 1}, Dim3{32, 8, 1}, func() []any {
			return []any{filled(Int32, side*side, below(1)), int64(side),
				int64(64)}
		}),
		along("black_scholes", n/4, 256, func() []any {
			some := func() *Array {
				return filled(Float32, n/4, func(r *rand.Rand, _ int) float64 { return 1 + 30*r.Float64() })
			}
			return []any{some(), some(), some(), floats(n / 4), floats(n / 4), int64(n / 4)}
		}),
		along("matrix_vector", 256*32, 256, func() []any { return []any{floats(256 * 1024), floats(1024), floats(256), int64(1024)} }),
		of("convolution", Dim3{8, 32, 1}, Dim3{32, 8, 1}, image),
		along("fft_block", 1<<13, 256, func() []any { return []any{floats(2 * 512 * 32)} }),
		of("climate", Dim3{8, 32, 1}, Dim3{32, 8, 1}, func() []any {
			field := func() *Array {
				return filled(Float64, side*side, func(r *rand.Rand, _ int) float64 { return 280 + 20*r.Float64() })
			}
			return []any{field(), field(), int64(side)}
		}),
		along("hash", 1<<14, 256, func() []any { return []any{filled(UInt32, 1<<14, below(1)), int64(64)} }),
		along("warp_scan", n/4, 256, func() []any {
			return []any{filled(Int32, n/4, below(100)), filled(Int32, n/4, below(1)), int64(n / 4)}
		}),
	}
}

// prepared is the machine of a launch of the case on a card.
func (c speedCase) prepared(d *device.Device, m *Module, args []any) (*warp.Machine, error) {
	at := slices.IndexFunc(m.Kernels, func(k *Kernel) bool { return k.Name == c.kernel })
	l := Launch{Kernel: m.Kernels[at], Grid: c.grid, Block: c.block, Args: args, Mode: Full}
	program, err := l.Kernel.LowerVariant(context.Background(), d, l.Experiment.Variant)
	if err != nil {
		return nil, err
	}
	return l.Machine(context.Background(), d, program, true)
}

// speedLaunches are the launches of the cases.
func speedLaunches() (all []Launch, err error) {
	m, err := Compile("kernels.cu", speedKernels, Options{})
	if err != nil {
		return nil, err
	}
	for _, c := range speedCases() {
		at := slices.IndexFunc(m.Kernels, func(k *Kernel) bool { return k.Name == c.kernel })
		all = append(all, Launch{Kernel: m.Kernels[at], Grid: c.grid, Block: c.block, Args: c.args(), Mode: Full})
	}
	return all, nil
}

// resultsOf executes a launch for its results alone, on one core.
func resultsOf(ctx context.Context, l Launch, d *device.Device) error {
	program, err := l.Kernel.LowerVariant(ctx, d, l.Experiment.Variant)
	if err != nil {
		return err
	}
	m, err := l.Machine(ctx, d, program, true)
	for n := 0; err == nil && n < l.Grid.Count(); n++ {
		err = m.Results(n)
	}
	return err
}

// BenchmarkExecution is how fast threads are executed for their results and counters alone, on one core.
func BenchmarkExecution(b *testing.B) {
	d, err := device.Get("H200")
	if err != nil {
		b.Fatal(err)
	}
	module, err := Compile("kernels.cu", speedKernels, Options{})
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range speedCases() {
		b.Run(c.kernel, func(b *testing.B) {
			args := c.args()
			threads, begun := int64(0), cputime.Process()
			for b.Loop() {
				m, err := c.prepared(d, module, args)
				if err != nil {
					b.Fatal(err)
				}
				for n := range c.grid.Count() {
					if err := m.Results(n); err != nil {
						b.Fatal(err)
					}
				}
				m.FlushCounts()
				threads += m.Stats.ThreadInstructions
			}
			b.ReportMetric(float64(threads)/1e6/(cputime.Process()-begun).Seconds(), "Mthreadinstr/cpu-s")
		})
	}
}

// TestFastPath: kernels give the same results and counts on the fast path as where they are traced, on a card of each
// compute capability that can run them.
func TestFastPath(t *testing.T) {
	module, err := Compile("kernels.cu", speedKernels, Options{})
	if err != nil {
		t.Fatal(err)
	}
	cards := oneOfEach()
	cards = tier.Sample(t, cards, tier.Pick(1, 1, len(cards)))
	for _, d := range cards {
		for _, c := range speedCases() {
			c.grid = Dim3{min(c.grid.X, 4), min(c.grid.Y, 3), 1}
			t.Run(d.Name+"/"+c.kernel, func(t *testing.T) { bothPaths(t, c, d, module) })
		}
	}
}

// bothPaths executes a launch on the fast path and on the tracing one.
func bothPaths(t *testing.T, c speedCase, d *device.Device, module *Module) {
	var results [2][][]uint64
	var counts [2]warp.Stats
	for way := range results {
		args := c.args()
		m, err := c.prepared(d, module, args)
		if err != nil {
			t.Skipf("%s: %v", d.Name, err)
		}
		m.Slow = way == 1
		for n := range c.grid.Count() {
			if err := m.Results(n); err != nil {
				t.Fatal(err)
			}
		}
		m.FlushCounts()
		counts[way] = m.Stats
		for _, a := range args {
			if a, ok := a.(*Array); ok {
				all := make([]uint64, a.Len())
				for i := range all {
					all[i] = modeltest.Bits(a, i)
				}
				results[way] = append(results[way], all)
			}
		}
	}
	for i := range results[0] {
		if at := slices.IndexFunc(results[0][i], func() func(uint64) bool {
			n := -1
			return func(x uint64) bool { n++; return x != results[1][i][n] }
		}()); at >= 0 {
			t.Errorf("argument %d: [%d] is %#x, traced %#x", i+1, at, results[0][i][at], results[1][i][at])
		}
	}
	if diff := cmp.Diff(counts[1], counts[0]); diff != "" {
		t.Errorf("counts (-traced +fast):\n%s", diff)
	}
}

// oneOfEach are cards, one of each compute capability.
func oneOfEach() (some []*device.Device) {
	seen := map[string]bool{}
	for _, d := range device.All() {
		if d.Modelled() == nil && !seen[d.ComputeCapability] {
			seen[d.ComputeCapability] = true
			some = append(some, d)
		}
	}
	return some
}

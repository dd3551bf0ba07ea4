package gpumodel_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// TestAgain: launches of cells that are like an earlier one are timed once. They write and count what they do alone, and their result has
// their own arrays.
func TestAgain(t *testing.T) {
	const n = 1 << 14
	for name, test := range map[string]struct {
		source      string
		mode        Mode
		other, same bool // the second launch, on other data, and the third, on the same, are told by an earlier one
	}{
		"a stencil": {`__global__ void k(const float *x, float *y, int n) {
			int i = blockDim.x * blockIdx.x + threadIdx.x;
			if (i > 0 && i < n - 1) y[i] = 0.5f * (x[i - 1] + x[i + 1]);
		}`, Auto, true, true},
		"a sample": {`__global__ void k(const float *x, float *y, int n) {
			int i = blockDim.x * blockIdx.x + threadIdx.x;
			if (i < n) y[i] = 2 * x[i];
		}`, Sample, true, true},
		"data that decide": {`__global__ void k(const float *x, float *y, int n) {
			int i = blockDim.x * blockIdx.x + threadIdx.x;
			for (int j = 0; j < x[i]; j++) y[i] = 1 + x[i];
		}`, Full, false, true},
		"a sum of floats": {`__global__ void k(const float *x, float *y, int n) {
			atomicAdd(y + threadIdx.x, x[blockDim.x * blockIdx.x + threadIdx.x]);
		}`, Auto, false, false},
		"the clock": {`__global__ void k(const float *x, float *y, int n) { y[blockDim.x * blockIdx.x + threadIdx.x] = clock() % 7; }`, Auto, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			k, d := modeltest.Compile(t, test.source), modeltest.Card(t, "Tesla T4")
			launch := func(k *Kernel, value float64, again bool) (*Result, *Array) {
				x, y := modeltest.Zeros(t, Float32, n), modeltest.Zeros(t, Float32, n)
				for i := range n {
					x.Set(i, float64(i%7)*value)
				}
				r, err := Run(t.Context(), d, Launch{Kernel: k, Grid: Dim3{n / 128, 1, 1}, Block: Dim3{128, 1, 1}, Args: []any{x, y, int64(n)},
					Mode: test.mode, Again: again})
				if err != nil {
					t.Fatal(err)
				}
				if r.Launch.Args[1] != any(y) {
					t.Error("the result has the arrays of another launch")
				}
				return r, y
			}
			first, _ := launch(k, 1, true)
			earlier := map[any]bool{first.Counted: true} // whose counts a result may have
			for turn, told := range []bool{test.other, test.same} {
				r, got := launch(k, 2, true)
				alone, want := launch(modeltest.Compile(t, test.source), 2, false)
				if earlier[r.Counted] != told {
					t.Errorf("launch %d is told by an earlier one: %v, want %v", turn+2, !told, told)
				}
				earlier[r.Counted] = true
				if d := cmp.Diff(alone.Counted.Stats, r.Counted.Stats, cmpopts.EquateEmpty()); d != "" || r.Time != alone.Time ||
					r.Uncertainty != alone.Uncertainty || r.Sampled != alone.Sampled {
					t.Errorf("launch %d takes %g s ± %g, alone %g ± %g; counts (-alone +again):\n%s", turn+2, r.Time, r.Uncertainty,
						alone.Time, alone.Uncertainty, d)
				}
				if (got.Readable() == nil) != (want.Readable() == nil) {
					t.Fatalf("launch %d: the array: %v, alone %v", turn+2, got.Readable(), want.Readable())
				}
				for i := 0; got.Readable() == nil && i < n; i++ {
					if got.At(i) != want.At(i) {
						t.Fatalf("launch %d: y[%d] is %v, alone %v", turn+2, i, got.At(i), want.At(i))
					}
				}
			}
		})
	}
}

// TestAgainBounded: a loop whose launches all differ does not fill the memory with their results.
func TestAgainBounded(t *testing.T) {
	k, d := modeltest.Compile(t, "__global__ void k(int *a, int x) { a[threadIdx.x] = x; }"), modeltest.Card(t, "Tesla T4")
	a := modeltest.Zeros(t, Int32, 32)
	most := 0
	for x := range MostAgain + 10 {
		_, err := Run(t.Context(), d, Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1}, Args: []any{a, int64(x)}, Again: true})
		if err != nil {
			t.Fatal(err)
		}
		most = max(most, k.Module.Repeated())
	}
	if now := k.Module.Repeated(); most != MostAgain || now != 10 {
		t.Errorf("%d results are kept at most and %d at the end, want %d and 10", most, now, MostAgain)
	}
}

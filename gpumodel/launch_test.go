package gpumodel_test

import (
	"errors"
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/cputime"
)

const saxpy = `
__global__ void saxpy(float *y, const float *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += a * x[i];
}`

// A launch that the device would refuse is refused with its limit.
func TestLaunchLimits(t *testing.T) {
	k := modeltest.Compile(t, saxpy)
	args := []any{modeltest.Zeros(t, Float32, 64), modeltest.Zeros(t, Float32, 64), 2.0, int64(64)}
	tests := []struct {
		grid, block Dim3
		shared      int
		args        []any
		want        string
	}{
		{Dim3{0, 1, 1}, Dim3{64, 1, 1}, 0, args, "grid.x is 0: GTX 280 allows 1 to 65535"},
		{Dim3{65536, 1, 1}, Dim3{64, 1, 1}, 0, args, "grid.x is 65536: GTX 280 allows 1 to 65535"},
		{Dim3{1, 1, 2}, Dim3{64, 1, 1}, 0, args, "grid.z is 2: GTX 280 allows 1 to 1"},
		{Dim3{1, 1, 1}, Dim3{1, 1, 65}, 0, args, "block.z is 65: GTX 280 allows 1 to 64"},
		{Dim3{1, 1, 1}, Dim3{32, 32, 1}, 0, args, "block (32, 32, 1) has 1024 threads, GTX 280 allows 512"},
		{Dim3{1, 1, 1}, Dim3{64, 1, 1}, 1 << 15, args, "32768 bytes of dynamic shared memory: GTX 280 allows 0 to 16384"},
		{Dim3{1, 1, 1}, Dim3{64, 1, 1}, -1, args, "-1 bytes"},
		{Dim3{1, 1, 1}, Dim3{64, 1, 1}, 16380, args, "shared memory"},
		{Dim3{1, 1, 1}, Dim3{64, 1, 1}, 0, args[:3], "saxpy takes 4 arguments"},
		{Dim3{1, 1, 1}, Dim3{64, 1, 1}, 0, []any{1.0, args[1], 2.0, int64(64)}, "argument 1, float* y: want an array"},
		{Dim3{1, 1, 1}, Dim3{64, 1, 1}, 0, []any{args[0], args[1], args[0], int64(64)}, "argument 3, float a: want a number, got an array"},
		{Dim3{1, 1, 1}, Dim3{64, 1, 1}, 0, []any{args[0], args[1], 2.0, 1.5}, "argument 4, int n: want a number, got the number 1.5"},
		{Dim3{1, 1, 1}, Dim3{64, 1, 1}, 0, []any{args[0], args[1], 2.0, int64(1) << 40}, "argument 4, int n: 1099511627776 is out of the type's range"},
	}
	for _, tt := range tests {
		l := Launch{Kernel: k, Grid: tt.grid, Block: tt.block, Shared: tt.shared, Args: tt.args}
		_, err := Run(t.Context(), modeltest.GTX280(t), l)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("grid %v block %v shared %d: %v, want %q", tt.grid, tt.block, tt.shared, err, tt.want)
		}
	}
}

// An access outside an array names the line, the element and the thread.
func TestOutOfBounds(t *testing.T) {
	k := modeltest.Compile(t, saxpy)
	args := []any{modeltest.Zeros(t, Float32, 60), modeltest.Zeros(t, Float32, 64), 2.0, int64(64)}
	_, err := Run(t.Context(), modeltest.GTX280(t), Launch{Kernel: k, Grid: Dim3{2, 1, 1}, Block: Dim3{32, 1, 1}, Args: args})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"line 5", "y[60]", "60 elements", "block (1, 0, 0)", "thread (28, 0, 0)"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q does not say %q", err, want)
		}
	}
}

// An access before an array is told as such, and __launch_bounds__ is a limit.
func TestOtherFaults(t *testing.T) {
	before := modeltest.Compile(t, `__global__ void before(float *out, const float *in) { out[threadIdx.x] = in[threadIdx.x - 1]; }`)
	args := []any{modeltest.Zeros(t, Float32, 64), modeltest.Zeros(t, Float32, 64)}
	_, err := Run(t.Context(), modeltest.GTX280(t), Launch{Kernel: before, Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1}, Args: args})
	if err == nil || !strings.Contains(err.Error(), "in[-1]") {
		t.Errorf("error %v, want in[-1]", err)
	}
	bounded := modeltest.Compile(t, `__global__ void __launch_bounds__(64) bounded(float *out) { out[threadIdx.x] = 1; }`)
	_, err = Run(t.Context(), modeltest.GTX280(t), Launch{Kernel: bounded, Grid: Dim3{1, 1, 1}, Block: Dim3{128, 1, 1},
		Args: []any{modeltest.Zeros(t, Float32, 128)}})
	if err == nil || !strings.Contains(err.Error(), "__launch_bounds__ of bounded allows 64") {
		t.Errorf("error %v, want the launch bounds", err)
	}
}

// A kernel that never ends stops when it is told to.
func TestEndlessKernelIsCancelled(t *testing.T) {
	k := modeltest.Compile(t, `__global__ void spin(volatile int *flag) { while (*flag == 0) ; }`)
	interrupted := errors.New("interrupted")
	if _, err := k.Lower(t.Context(), modeltest.GTX280(t)); err != nil { // now, so that the launch is what is cancelled
		t.Fatal(err)
	}
	_, err := Run(cputime.NewCountdown(t.Context(), 20, interrupted), modeltest.GTX280(t),
		Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1}, Args: []any{modeltest.Zeros(t, Int32, 1)}})
	if !errors.Is(err, interrupted) {
		t.Errorf("error %v, want %v", err, interrupted)
	}
}

// TestShortBlocksAreCancelled: so are launches of very many blocks each of which is over at once, or at its next barrier. A look
// at the context may fall on the end of a warp each time.
func TestShortBlocksAreCancelled(t *testing.T) {
	const looks = 300 // more than there are before the blocks are executed
	interrupted := errors.New("interrupted")
	for _, body := range []string{"*a = 1;", "a[threadIdx.x] = 1; __syncthreads();", "if (blockIdx.x % 2) a[1] = 1;"} {
		k := modeltest.Compile(t, "__global__ void k(int *a) { "+body+" }")
		for _, mode := range []Mode{Full, Sample} {
			ctx := cputime.NewCountdown(t.Context(), looks, interrupted)
			_, err := Run(ctx, modeltest.GTX280(t), Launch{Kernel: k, Grid: Dim3{65535, 65535, 1}, Block: Dim3{32, 1, 1},
				Args: []any{modeltest.Zeros(t, Int32, 32)}, Mode: mode})
			if !errors.Is(err, interrupted) && !(err == nil && mode == Sample && ctx.Looks() < looks) {
				t.Errorf("%s, mode %d: error %v after %d looks", body, mode, err, ctx.Looks())
			}
		}
	}
}

// A sampled launch leaves arrays that can't be read; a full one can.
func TestPartialArrays(t *testing.T) {
	k := modeltest.Compile(t, saxpy)
	x, err := NewArrayFunc(Float32, func(i int) float64 { return float64(i % 7) }, 1<<16)
	if err != nil {
		t.Fatal(err)
	}
	y := modeltest.Zeros(t, Float32, 1<<16)
	l := Launch{Kernel: k, Grid: Dim3{256, 1, 1}, Block: Dim3{256, 1, 1}, Args: []any{y, x, 0.5, int64(1 << 16)}, Mode: Sample}
	if _, err := Run(t.Context(), modeltest.GTX280(t), l); err != nil {
		t.Fatal(err)
	}
	if err := y.Readable(); err == nil || !strings.Contains(err.Error(), "full=True") {
		t.Errorf("the sampled array is readable: %v", err)
	}
	if err := x.Readable(); err != nil {
		t.Errorf("the const array is not readable: %v", err)
	}
	l.Mode = Full
	if _, err := Run(t.Context(), modeltest.GTX280(t), l); err != nil {
		t.Fatal(err)
	}
	if err := y.Readable(); err != nil || y.At(12345) != 0.5*float64(12345%7) {
		t.Errorf("y[12345] = %v, %v", y.At(12345), err)
	}
}

// Times differ by less than their uncertainties if their intervals overlap.
func TestWithin(t *testing.T) {
	for _, tt := range []struct {
		a, b Result
		want bool
	}{
		{Result{Time: 100}, Result{Time: 100}, false},
		{Result{Time: 100, Uncertainty: 0.03}, Result{Time: 104, Uncertainty: 0.02}, true},
		{Result{Time: 100, Uncertainty: 0.03}, Result{Time: 106, Uncertainty: 0.02}, false},
		{Result{Time: 106}, Result{Time: 100, Uncertainty: 0.07}, true},
	} {
		if got := tt.a.Within(&tt.b); got != tt.want || tt.b.Within(&tt.a) != got {
			t.Errorf("%v ± %v and %v ± %v: %v, want %v", tt.a.Time, tt.a.Uncertainty, tt.b.Time, tt.b.Uncertainty, got, tt.want)
		}
	}
}

// An exact launch simulates every block, and tells of each; it executes every thread unless that is not wanted.
// An assertion is checked in what is executed: a long launch that has one is sampled all the same.
func TestAssertIsSampled(t *testing.T) {
	k := modeltest.Compile(t, `__global__ void k(const float *a, float *out, int n) {
		assert(blockDim.x == 256);
		float s = 0;
		for (int i = 0; i < n; i++) s = s * a[i] + 1;
		out[blockIdx.x * blockDim.x + threadIdx.x] = s;
	}`)
	r, err := Run(t.Context(), modeltest.GTX280(t), Launch{Kernel: k, Grid: Dim3{8192, 1, 1}, Block: Dim3{256, 1, 1},
		Args: []any{modeltest.Zeros(t, Float32, 1000), modeltest.Zeros(t, Float32, 8192*256), int64(1000)}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Sampled >= 1 {
		t.Errorf("all of the launch is simulated")
	}
}

func TestExact(t *testing.T) {
	const n, blocks = 1 << 22, 1 << 14
	k := modeltest.Compile(t, saxpy)
	for _, tt := range []struct {
		mode     Mode
		exact    bool
		readable string // what reading the result says
	}{
		{Auto, false, "saxpy was simulated for its time alone; launch with full=True"},
		{Auto, true, ""},
		{Full, true, ""},
		{Sample, true, "saxpy was simulated for its time alone; launch with full=True"},
	} {
		y, done := modeltest.Zeros(t, Float32, n), 0
		r, err := Run(t.Context(), modeltest.Card(t, "C2050"), Launch{Kernel: k, Grid: Dim3{blocks, 1, 1}, Block: Dim3{256, 1, 1},
			Mode: tt.mode, Exact: tt.exact,
			Args: []any{y, modeltest.Zeros(t, Float32, n), 2.0, int64(n)}, Progress: func(n, all int) {
				if tt.exact && n != done+1 || n <= done || n > all || all != blocks {
					t.Errorf("after %d blocks %d of %d are done", done, n, all)
				}
				done = n
			}})
		if err != nil {
			t.Fatal(err)
		}
		if tt.exact && done != blocks || r.Launch.Progress != nil {
			t.Errorf("mode %v, exact %v: %d of %d blocks were told", tt.mode, tt.exact, done, blocks)
		}
		whole := r.Sampled == 1 && r.Uncertainty == 0
		if whole != tt.exact {
			t.Errorf("mode %v, exact %v: simulated %v of it, ± %v", tt.mode, tt.exact, r.Sampled, r.Uncertainty)
		}
		switch err := y.Readable(); {
		case tt.readable == "" && err != nil, tt.readable != "" && (err == nil || !strings.Contains(err.Error(), tt.readable)):
			t.Errorf("mode %v, exact %v: reading the result says %v, want %q", tt.mode, tt.exact, err, tt.readable)
		}
	}
}

// runOn runs a kernel on the GTX 280, every thread of it.
func runOn(t testing.TB, k *Kernel, grid, block int, args ...any) *Result {
	t.Helper()
	r, err := Run(t.Context(), modeltest.GTX280(t), Launch{Kernel: k, Grid: Dim3{grid, 1, 1}, Block: Dim3{block, 1, 1}, Args: args,
		Mode: Full})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

package programs

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync/atomic"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/counter"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/tier"
)

// A looped kernel has a long loop; its launch is small enough to be simulated as a
// whole, and large enough not to be.
type looped struct {
	name   string
	source string
	grid   gpumodel.Dim3
	block  gpumodel.Dim3
	n      int64
	within float64 // of the whole simulation's time
}

var loopedKernels = []looped{
	{"stream", `__global__ void k(const float *a, float *out, int n) {
	float sum = 0;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < n; k++) sum += a[k * 8192 + i];
	out[i] = sum;
}`, gpumodel.Dim3{X: 960, Y: 1, Z: 1}, gpumodel.Dim3{X: 128, Y: 1, Z: 1}, 160, 0.03},
	{"grid stride", `__global__ void k(const float *a, float *out, int n) {
	float sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n * 30000; i += gridDim.x * blockDim.x) sum += a[i];
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}`, gpumodel.Dim3{X: 60, Y: 1, Z: 1}, gpumodel.Dim3{X: 256, Y: 1, Z: 1}, 300, 0.03},
	{"arithmetic", `__global__ void k(const float *a, float *out, int n) {
	float x = threadIdx.x, y = a[blockIdx.x];
	for (int k = 0; k < n; k++) { x = x * y + 1.0f; y = y * x + 2.0f; x = x * x + y; }
	out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}`, gpumodel.Dim3{X: 1500, Y: 1, Z: 1}, gpumodel.Dim3{X: 192, Y: 1, Z: 1}, 400, 0.03},
	{"tiles", `__global__ void k(const float *a, float *out, int n) {
	__shared__ float tile[256];
	float sum = 0;
	for (int t = 0; t < n; t++) {
		tile[threadIdx.x] = a[t * 256 + threadIdx.x];
		__syncthreads();
		for (int j = 0; j < 32; j++) sum += tile[(threadIdx.x + j) & 255];
		__syncthreads();
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}`, gpumodel.Dim3{X: 480, Y: 1, Z: 1}, gpumodel.Dim3{X: 256, Y: 1, Z: 1}, 60, 0.03},
	{"nested", `__global__ void k(const float *a, float *out, int n) {
	float sum = 0;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int r = 0; r < n; r++)
		for (int k = 0; k < 24; k++) sum += a[(r * 24 + k) * 1000 + i];
	out[i] = sum;
}`, gpumodel.Dim3{X: 960, Y: 1, Z: 1}, gpumodel.Dim3{X: 64, Y: 1, Z: 1}, 24, 0.03},
	{"divergent", `__global__ void k(const float *a, float *out, int n) {
	float x = threadIdx.x;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < n; k++) {
		if (threadIdx.x % 3 == 0) x = x * x + a[k * 8192 + i];
		else { x = sqrtf(x) + 1.0f; x = x / 3.0f; x = sqrtf(x); x = x / 7.0f + k; }
	}
	out[i] = x;
}`, gpumodel.Dim3{X: 900, Y: 1, Z: 1}, gpumodel.Dim3{X: 128, Y: 1, Z: 1}, 200, 0.03},
	{"first half camps", `__global__ void k(const float *a, float *out, int n) {
	float sum = 0;
	int b = blockIdx.x;
	for (int k = 0; k < n; k++) {
		int stride = k < n / 2 ? 2048 : 2048 + 64;
		sum += a[(b % 400) * stride + k * 64 % 2048 + threadIdx.x % 32];
	}
	out[b * blockDim.x + threadIdx.x] = sum;
}`, gpumodel.Dim3{X: 720, Y: 1, Z: 1}, gpumodel.Dim3{X: 128, Y: 1, Z: 1}, 160, 0.05},
	{"work grows", `__global__ void k(const float *a, float *out, int n) {
	float sum = 0;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < n; k++) {
		sum += a[k * 8192 + i];
		if (k > 2 * n / 3) sum += a[k * 8192 + i + 4000000] * a[k * 8192 + i + 5000000];
	}
	out[i] = sum;
}`, gpumodel.Dim3{X: 720, Y: 1, Z: 1}, gpumodel.Dim3{X: 128, Y: 1, Z: 1}, 120, 0.08},
	{"triangle", `__global__ void k(const float *a, float *out, int n) {
	float sum = 0;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k <= n * (int)blockIdx.x / (int)gridDim.x; k++) sum += a[k * 8192 + i];
	out[i] = sum;
}`, gpumodel.Dim3{X: 4800, Y: 1, Z: 1}, gpumodel.Dim3{X: 128, Y: 1, Z: 1}, 100, 0.05},
	{"ragged", `__global__ void k(const float *a, float *out, int n) {
	float sum = 0;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int trips = 10 + (blockIdx.x * 2654435761u >> 8) % n;
	for (int k = 0; k < trips; k++) sum += a[k * 8192 + i];
	out[i] = sum;
}`, gpumodel.Dim3{X: 4800, Y: 1, Z: 1}, gpumodel.Dim3{X: 128, Y: 1, Z: 1}, 80, 0.05},
	{"ragged warps", `__global__ void k(const float *a, float *out, int n) {
	float sum = 0;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int trips = 40 + (threadIdx.x * 2654435761u >> 8) % n;
	for (int k = 0; k < trips; k++) sum += a[k * 8192 + i];
	out[i] = sum;
}`, gpumodel.Dim3{X: 960, Y: 1, Z: 1}, gpumodel.Dim3{X: 128, Y: 1, Z: 1}, 160, 0.05},
}

func (x *looped) launch(t testing.TB) gpumodel.Launch {
	t.Helper()
	return gpumodel.Launch{
		Kernel: modeltest.Compile(t, x.source), Grid: x.grid, Block: x.block, Mode: gpumodel.Sample,
		Args: []any{modeltest.Zeros(t, gpumodel.Float32, 10_000_000), modeltest.Zeros(t, gpumodel.Float32, x.grid.X*x.block.X), x.n},
	}
}

// TestLoopsSampled compares a sample of long loops with the whole simulation of the
// launch, and with its bounds, before Run sees to them.
func TestLoopsSampled(t *testing.T) {
	for _, x := range tier.Sample(t, loopedKernels, tier.Pick(1, 2, len(loopedKernels))) {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			l := x.launch(t)
			sampled := holdsBounds(t, l)
			l.Exact = true
			whole, err := gpumodel.Run(t.Context(), modeltest.GTX280(t), l)
			if err != nil {
				t.Fatal(err)
			}
			ratio := sampled.Time / whole.Time
			t.Logf("sampled %.3g of %.4g s: ratio %.3f", sampled.Sampled, whole.Time, ratio)
			if math.Abs(ratio-1) > x.within {
				t.Errorf("sampled %.4g s, whole %.4g s: ratio %.3f", sampled.Time, whole.Time, ratio)
			}
		})
	}
}

// Samples of the naive products, whose threads read rows or columns, are not faster
// than their bounds either.
func TestNaiveProductsHoldBounds(t *testing.T) {
	tier.Check(t)
	for _, x := range matmulLadder() {
		if x.p.Name == "matmul/naive" {
			x.o.N, x.o.Mode = 768, gpumodel.Sample
			l, err := x.p.Launch(x.o)
			if err != nil {
				t.Fatal(err)
			}
			holdsBounds(t, l)
		}
	}
}

// holdsBounds simulates a launch, of which a part is sampled.
func holdsBounds(t *testing.T, l gpumodel.Launch) *gpumodel.Result {
	t.Helper()
	r, err := gpumodel.Run(t.Context(), modeltest.GTX280(t), l)
	if err != nil {
		t.Fatal(err)
	}
	if b := r.Bounds[0]; r.BelowBound() > 0.02 {
		t.Errorf("the time is %.4g s, below the %s bound of %.4g s (%s)", r.Simulated, b.Name, b.Time, b.Formula)
	}
	if r.Sampled <= 0 || r.Sampled > 1 {
		t.Errorf("a sample of %v", r.Sampled)
	}
	return r
}

// TestLoopCounters: a sample of blocks that are alike counts what they all do.
func TestLoopCounters(t *testing.T) {
	tier.Long(t)
	launches := map[string]gpumodel.Launch{}
	for _, x := range loopedKernels {
		switch x.name {
		case "tiles", "nested", "divergent":
			launches[x.name] = x.launch(t)
		}
	}
	p, err := Find("matmul/tiled")
	if err != nil {
		t.Fatal(err)
	}
	if launches[p.Name], err = p.Launch(Run{N: 512}); err != nil {
		t.Fatal(err)
	}
	for name, l := range launches {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var counters [2]counter.Set
			for i, mode := range []gpumodel.Mode{gpumodel.Sample, gpumodel.Full} {
				l.Mode = mode
				r, err := gpumodel.Run(t.Context(), modeltest.GTX280(t), l)
				if err != nil {
					t.Fatal(err)
				}
				if counters[i] = r.Counters; r.Sampled == 1 {
					t.Errorf("nothing was sampled")
				}
			}
			for _, counter := range []string{
				"inst_executed", "thread_inst_executed", "branch", "divergent_branch", "inst_barrier", "gld_request", "gst_request",
				"gld_32b", "gld_64b", "gld_128b", "gst_transactions", "dram__bytes_read.sum", "dram__bytes_write.sum",
				"shared_load", "shared_load_transactions", "shared_store_transactions", "warp_serialize", "flop_count_sp",
				"inst_bytes_requested", "inst_fp_32", "inst_issued_alu",
			} {
				sampled, err := counters[0].Get(counter)
				if err != nil {
					t.Fatal(err)
				}
				if all, _ := counters[1].Get(counter); sampled != all {
					t.Errorf("%s is %v sampled, %v in full", counter, sampled, all)
				}
			}
		})
	}
}

// A full launch takes the time of a sampled one, and gives the results.
func TestLoopsInFull(t *testing.T) {
	tier.Check(t)
	x := loopedKernels[0]
	l := x.launch(t)
	out := l.Args[1].(*gpumodel.Array)
	sampled, err := gpumodel.Run(t.Context(), modeltest.GTX280(t), l)
	if err != nil {
		t.Fatal(err)
	}
	if out.Readable() == nil {
		t.Errorf("the sampled array is readable")
	}
	l.Mode = gpumodel.Full
	ones, err := gpumodel.NewArrayFunc(gpumodel.Float32, func(i int) float64 { return float64(i % 3) }, 10_000_000)
	if err != nil {
		t.Fatal(err)
	}
	l.Args[0] = ones
	full, err := gpumodel.Run(t.Context(), modeltest.GTX280(t), l)
	if err != nil {
		t.Fatal(err)
	}
	if full.Time != sampled.Time || full.Sampled != sampled.Sampled {
		t.Errorf("in full %v s of a sample of %v, sampled %v s of %v", full.Time, full.Sampled, sampled.Time, sampled.Sampled)
	}
	for _, i := range []int{0, 4321, out.Len() - 1} {
		want := 0.0
		for k := range int(x.n) {
			want += float64((k*8192 + i) % 3)
		}
		if got := out.At(i); got != want {
			t.Errorf("out[%d] is %v, want %v", i, got, want)
		}
	}
}

// The machine that works out the time leaves the arrays alone, whichever of them a
// lane's pointer is to.
func TestLoopsInFullChangeArrays(t *testing.T) {
	k := modeltest.Compile(t, `__global__ void k(float *a, float *b, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float *p = threadIdx.x & 1 ? a : b;
	for (int k = 0; k < n; k++) p[i + k * 4096] = 2 * p[i + k * 4096] + k;
}`)
	const n, threads = 300, 4096
	a, b := modeltest.Zeros(t, gpumodel.Float32, n*threads), modeltest.Zeros(t, gpumodel.Float32, n*threads)
	r, err := gpumodel.Run(t.Context(), modeltest.GTX280(t), gpumodel.Launch{
		Kernel: k, Grid: gpumodel.Dim3{X: threads / 128, Y: 1, Z: 1}, Block: gpumodel.Dim3{X: 128, Y: 1,
			Z: 1}, Mode: gpumodel.Full, Args: []any{a, b, int64(n)},
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range n * threads {
		want := [2]float64{0, float64(i / threads)}
		if i%2 == 1 {
			want[0], want[1] = want[1], want[0]
		}
		if got := [2]float64{a.At(i), b.At(i)}; got != want {
			t.Fatalf("element %d is %v, want %v (a sample of %v)", i, got, want, r.Sampled)
		}
	}
}

// interrupted is a context that ends when it has been looked at so many times.
type interrupted struct {
	context.Context
	looks atomic.Int64
}

var errStopped = errors.New("stopped")

func (c *interrupted) Err() error {
	if c.looks.Add(-1) < 0 {
		return errStopped
	}
	return nil
}

// TestLongLaunchIsInterrupted ends a launch of long blocks wherever it is.
func TestLongLaunchIsInterrupted(t *testing.T) {
	for _, x := range []string{"nested", "first half camps", "triangle", "grid stride"} {
		i := slices.IndexFunc(loopedKernels, func(l looped) bool { return l.name == x })
		for _, looks := range []int64{0, 1, 3, 20, 60} {
			ctx := &interrupted{Context: t.Context()}
			ctx.looks.Store(looks)
			if _, err := gpumodel.Run(ctx, modeltest.GTX280(t), loopedKernels[i].launch(t)); !errors.Is(err, errStopped) {
				t.Errorf("%s, stopped at look %d: error %v", x, looks, err)
			}
		}
	}
}

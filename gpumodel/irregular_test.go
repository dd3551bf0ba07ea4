package gpumodel_test

import (
	"math"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/tier"
)

// An irregular kernel is one whose blocks differ. Its launch is small enough to be simulated
// as a whole, and large enough not to be.
type irregular struct {
	name, source string
	grid, block  gpumodel.Dim3
	args         func(t testing.TB) []any
}

func one(x int) gpumodel.Dim3 { return gpumodel.Dim3{X: x, Y: 1, Z: 1} }

var irregularKernels = []irregular{
	{"early return", `__global__ void k(float *o, const float *a, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n / 2) return;
	o[i] = a[i];
}`, one(8192), one(256), func(t testing.TB) []any {
		return []any{modeltest.Zeros(t, gpumodel.Float32, 1<<21), modeltest.Zeros(t, gpumodel.Float32, 1<<21), int64(1 << 21)}
	}},
	{"trips grow", `__global__ void k(float *o, const float *a, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	for (int k = 0; k < blockIdx.x / 750; k++) s += a[(i + k * 8192) % n];
	o[i] = s;
}`, one(19200), one(128), func(t testing.TB) []any {
		return []any{modeltest.Zeros(t, gpumodel.Float32, 19200*128), modeltest.Zeros(t, gpumodel.Float32, 1<<21), int64(1 << 21)}
	}},
	{"mandelbrot", `__global__ void k(int *o, int n, int most) {
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float cr = -2.0f + 3.0f * x / n, ci = -1.5f + 3.0f * y / n, zr = 0, zi = 0;
	int i = 0;
	while (i < most && zr * zr + zi * zi < 4.0f) {
		float t = zr * zr - zi * zi + cr;
		zi = 2.0f * zr * zi + ci;
		zr = t;
		i++;
	}
	o[y * n + x] = i;
}`, gpumodel.Dim3{X: 64, Y: 64, Z: 1}, gpumodel.Dim3{X: 16, Y: 16, Z: 1}, func(t testing.TB) []any {
		return []any{modeltest.Zeros(t, gpumodel.Int32, 1<<20), int64(1024), int64(100)}
	}},
	{"sparse rows", `__global__ void k(float *y, const float *v, const int *start, int rows) {
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= rows) return;
	float s = 0;
	for (int j = start[r]; j < start[r + 1]; j++) s += v[j];
	y[r] = s;
}`, one(1024), one(128), func(t testing.TB) []any {
		const rows = 1 << 17
		at, starts := 0.0, make([]float64, rows+1)
		for r := range rows {
			starts[r] = at
			switch h := uint32(r) * 2654435761 >> 8 % 1000; {
			case h < 900:
				at += 4
			case h < 995:
				at += 32
			default:
				at += 600
			}
		}
		starts[rows] = at
		list, err := gpumodel.NewArrayFunc(gpumodel.Int32, func(i int) float64 { return starts[i] }, rows+1)
		if err != nil {
			t.Fatal(err)
		}
		return []any{modeltest.Zeros(t, gpumodel.Float32, rows), modeltest.Zeros(t, gpumodel.Float32, int(at)+1), list, int64(rows)}
	}},
	{"some blocks work", `__global__ void k(float *o, const float *a, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	if (blockIdx.x % 7 == 3) for (int k = 0; k < 16; k++) s += sqrtf(a[(i + k * 4096) % n]);
	o[i] = s;
}`, one(60000), one(128), func(t testing.TB) []any {
		return []any{modeltest.Zeros(t, gpumodel.Float32, 60000*128), modeltest.Zeros(t, gpumodel.Float32, 1<<20), int64(1 << 20)}
	}},
	{"boundary", `__global__ void k(float *o, const float *a, int n) {
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x == 0 || y == 0 || x == n - 1 || y == n - 1) { for (int k = 0; k < 40; k++) o[y * n + x] += sqrtf(a[(y + k) % n]); return; }
	o[y * n + x] = a[y * n + x - 1] + a[y * n + x + 1] + a[(y - 1) * n + x] + a[(y + 1) * n + x];
}`, gpumodel.Dim3{X: 64, Y: 256, Z: 1}, gpumodel.Dim3{X: 32, Y: 8, Z: 1}, func(t testing.TB) []any {
		const n = 2048
		return []any{modeltest.Zeros(t, gpumodel.Float32, n*(n+1)), modeltest.Zeros(t, gpumodel.Float32, n*(n+1)), int64(n)}
	}},
	{"triangle", `__global__ void k(float *o, const float *a, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	for (int j = 0; j <= i / 64; j++) s += a[j] * a[(i + j) & (n - 1)];
	o[i] = s;
}`, one(256), one(256), func(t testing.TB) []any {
		return []any{modeltest.Zeros(t, gpumodel.Float32, 1<<16), modeltest.Zeros(t, gpumodel.Float32, 1<<17), int64(1 << 17)}
	}},
	{"ragged", `__global__ void k(float *o, const float *a, int n) {
	int b = blockIdx.x, i = b * blockDim.x + threadIdx.x, length = 256 >> (((b * 2654435761u) >> 9) % 8);
	float s = 0;
	for (int k = 0; k < length; k++) s += a[(i * 3 + k * 65536) & (n - 1)];
	o[i] = s;
}`, one(2000), one(128), func(t testing.TB) []any {
		return []any{modeltest.Zeros(t, gpumodel.Float32, 2000*128), modeltest.Zeros(t, gpumodel.Float32, 1<<22), int64(1 << 22)}
	}},
	{"frontier", `__global__ void k(int *level, const int *start, const int *edges, int n, int now) {
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n || level[v] != now) return;
	for (int e = start[v]; e < start[v + 1]; e++) if (level[edges[e]] < 0) level[edges[e]] = now + 1;
}`, one(2048), one(256), frontier},
	{"skewed histogram", `__global__ void k(int *bins, const int *a, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) atomicAdd(&bins[a[i]], 1);
}`, one(4096), one(256), func(t testing.TB) []any {
		list, err := gpumodel.NewArrayFunc(gpumodel.Int32, func(i int) float64 {
			return math.Floor(256 * math.Pow(float64(uint32(i)*2654435761>>8)/(1<<24), 6))
		}, 4096*256)
		if err != nil {
			t.Fatal(err)
		}
		return []any{modeltest.Zeros(t, gpumodel.Int32, 256), list, int64(4096*256 - 5000)}
	}},
	{"grid stride", `__global__ void k(float *o, const float *a, int n) {
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) o[i] = a[i] * 2 + 1;
}`, one(100), one(256), func(t testing.TB) []any {
		return []any{modeltest.Zeros(t, gpumodel.Float32, 1<<22), modeltest.Zeros(t, gpumodel.Float32, 1<<22), int64(1<<22 - 777)}
	}},
	{"persistent blocks", `__global__ void k(float *o, const float *a, int tiles) {
	for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
		float s = 0;
		for (int k = 0; k < 1 + tile % 13 * 2; k++) s += a[(tile * 256 + threadIdx.x + k * 4096) & 0xfffff];
		o[tile * blockDim.x + threadIdx.x] = s;
	}
}`, one(60), one(256), func(t testing.TB) []any {
		return []any{modeltest.Zeros(t, gpumodel.Float32, 4000*256), modeltest.Zeros(t, gpumodel.Float32, 1<<20), int64(4000)}
	}},
	{"a ball in a cube", `__global__ void k(float *o, const float *a, int n) {
	int x = blockIdx.x - gridDim.x / 2, y = blockIdx.y - gridDim.y / 2, z = blockIdx.z - gridDim.z / 2;
	int i = ((blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
	float s = 0;
	if (x * x + y * y + z * z < 80) for (int k = 0; k < 60; k++) s += a[(i + k * 8192) & (n - 1)];
	o[i] = s;
}`, gpumodel.Dim3{X: 20, Y: 20, Z: 20}, one(64), func(t testing.TB) []any {
		return []any{modeltest.Zeros(t, gpumodel.Float32, 8000*64), modeltest.Zeros(t, gpumodel.Float32, 1<<21), int64(1 << 21)}
	}},
}

// frontier are the arguments of a step of a breadth-first search: a tenth of the vertices, those in some stretches, are
// of the current level, and a few have many edges.
func frontier(t testing.TB) []any {
	const vertices = 1 << 19
	starts, at := make([]float64, vertices+1), 0.0
	for v := range vertices {
		starts[v] = at
		at += min(400, math.Floor(2/math.Pow(float64(uint32(v)*2654435761>>8%9973+1)/9973, 0.6)))
	}
	starts[vertices] = at
	array := func(n int, f func(i int) float64) *gpumodel.Array {
		a, err := gpumodel.NewArrayFunc(gpumodel.Int32, f, n)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	level := func(v int) float64 {
		if v>>12%10 == 3 {
			return 5
		}
		return -1
	}
	return []any{array(vertices, level), array(vertices+1, func(i int) float64 { return starts[i] }),
		array(int(at), func(i int) float64 { return float64(uint32(i) * 2654435761 >> 13 % vertices) }), int64(vertices), int64(5)}
}

// TestIrregular compares a sample of blocks that differ with the simulation of all of them: the time
// is within what the result says of its uncertainty, and counters are those of the whole grid.
func TestIrregular(t *testing.T) {
	for _, card := range irregularCards {
		for i, x := range irregularKernels {
			t.Run(card+"/"+x.name, func(t *testing.T) {
				switch {
				case i == 0 && (card == "GTX 280" || card == "C2050" || card == "H100 SXM"):
				case card == "H100 SXM" && (x.name == "trips grow" || x.name == "persistent blocks"), card == "GTX 280" && x.name == "boundary":
					tier.Check(t)
				default:
					tier.Long(t)
				}
				t.Parallel()
				c := compare(t, card, x)
				if c.off() > c.sampled.Uncertainty+0.001 {
					t.Errorf("the time is off by %.1f %%, with an uncertainty of %.1f %%", 100*c.off(), 100*c.sampled.Uncertainty)
				}
				if c.sampled.Uncertainty > 0.15 || c.whole.Uncertainty != 0 {
					t.Errorf("uncertainties of %.3f and, of the whole, %.3f", c.sampled.Uncertainty, c.whole.Uncertainty)
				}
				for _, n := range []string{"inst_executed", "gld_request", "gst_request", "branch", "flop_count_sp"} {
					got, want := c.sampled.Counters.Value(n), c.whole.Counters.Value(n)
					if math.Abs(got-want) > 0.05*want {
						t.Errorf("%s is %v, of the whole %v", n, got, want)
					}
				}
			})
		}
	}
}

// Half of the threads of this launch return at once: each warp of the others loads and stores once.
func TestEarlyReturnCounts(t *testing.T) {
	x := irregularKernels[0]
	for _, card := range []string{"GTX 280", "H200"} {
		r, err := gpumodel.Run(t.Context(), modeltest.Card(t, card),
			gpumodel.Launch{Kernel: modeltest.Compile(t, x.source), Grid: x.grid, Block: x.block, Mode: gpumodel.Sample, Args: x.args(t)})
		if err != nil {
			t.Fatal(err)
		}
		if loads, stores := r.Counters.Value("gld_request"), r.Counters.Value("gst_request"); loads != 32768 || stores != loads {
			t.Errorf("%s: %v loads and %v stores, want %v of each", card, loads, stores, 32768)
		}
		t.Logf("%s: %.4g GB/s", card, r.GBps())
	}
}

// A launch that executes every thread takes the time of a sampled one, blocks that differ or not.
func TestIrregularInFull(t *testing.T) {
	x := irregularKernels[0]
	l := gpumodel.Launch{Kernel: modeltest.Compile(t, x.source), Grid: one(2048), Block: x.block, Mode: gpumodel.Sample, Args: x.args(t)}
	l.Args[2] = int64(1 << 19)
	sampled, err := gpumodel.Run(t.Context(), modeltest.GTX280(t), l)
	if err != nil {
		t.Fatal(err)
	}
	l.Mode = gpumodel.Full
	full, err := gpumodel.Run(t.Context(), modeltest.GTX280(t), l)
	if err != nil {
		t.Fatal(err)
	}
	if full.Time != sampled.Time || full.Counters.Value("gld_request") != sampled.Counters.Value("gld_request") || full.GBps() == 0 {
		t.Errorf("in full %v s, %v requests; sampled %v s, %v", full.Time, full.Counters.Value("gld_request"), sampled.Time,
			sampled.Counters.Value("gld_request"))
	}
}

// On an A100 more loads are on their way here than there was once room for in the model.
func TestManyLoadsOnTheirWay(t *testing.T) {
	k := modeltest.Compile(t, `__global__ void k(float *o, const float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; o[i] = a[(i * 33) % n]; }`)
	const n = 1 << 22
	r, err := gpumodel.Run(t.Context(), modeltest.Card(t, "A100"),
		gpumodel.Launch{Kernel: k, Grid: one(n / 256), Block: one(256), Mode: gpumodel.Sample,
			Args: []any{modeltest.Zeros(t, gpumodel.Float32, n), modeltest.Zeros(t, gpumodel.Float32, n), int64(n)}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Time < 8*n/(r.Device.BandwidthGBps()*1e9) {
		t.Errorf("%v s", r.Time)
	}
}

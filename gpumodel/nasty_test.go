package gpumodel_test

import (
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/cputime"
	"warpbook.dev/internal/tier"
)

// A nasty launch takes for ever if it is executed thread by thread.
type nasty struct {
	name, source string
	grid, block  gpumodel.Dim3
	elements     int      // of the array a; o has 2^20
	cards        []string // all three, if it is nil
	says         string   // the error, if it is one
	quick        bool     // it takes less than a second
}

// Each kernel has the parameters float *o, const float *a, int *c, int n: o for results, a to read from,
// c for counters and flags, which are 0, and n, which is 2^30.
const nastyHead = "__global__ void k(float *o, const float *a, int *c, int n) {\n\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\t"

var nastyLaunches = []nasty{
	{name: "counted loop, one block", quick: true, source: "float s = 0; for (int j = 0; j < n; j++) s += j; o[i] = s;", grid: one(1), block: one(256)},
	{name: "counted loop, one thread", quick: true, source: "float s = 0; for (int j = 0; j < n; j++) s = s * 0.5f + a[j & 1023]; o[i] = s;", grid: one(1), block: one(1)},
	{name: "2^19 threads of 10^5 iterations", quick: true, source: "float s = 0; for (int j = 0; j < 100000; j++) s = s * 0.5f + a[(i + j) & 1048575]; o[i] = s;", grid: one(2048), block: one(256)},
	{name: "65535 x 65535 blocks", quick: true, source: "o[i & 1048575] = a[i & 1048575];", grid: gpumodel.Dim3{X: 65535, Y: 65535, Z: 1}, block: one(256)},
	{name: "65535 x 65535 blocks that differ", source: "if (blockIdx.y % 5 == 0) return; o[i & 1048575] = a[i & 1048575];", grid: gpumodel.Dim3{X: 65535, Y: 65535, Z: 1}, block: one(256)},
	{name: "2^31-1 blocks", quick: true, source: "o[i & 1048575] = a[i & 1048575];", grid: one(1<<31 - 1), block: one(1024), cards: []string{"H200"}},
	{name: "2^31-1 blocks that differ", source: "float s = 0; for (int j = 0; j < blockIdx.x % 1000; j++) s += a[(i + j) & 1048575]; o[i & 1048575] = s;", grid: one(1<<31 - 1), block: one(1024), cards: []string{"H200"}},
	{name: "ragged trips", source: "float s = 0; unsigned x = i * 2654435761u; int m = x >> (x & 31); for (int j = 0; j < m; j++) s += a[(i + j) & 1048575]; o[i & 1048575] = s;", grid: one(4096), block: one(256)},
	{name: "ragged trips, a few threads", source: "float s = 0; unsigned x = i * 2654435761u; int m = x >> (x & 31); for (int j = 0; j < m; j++) s += a[(i + j) & 1048575]; o[i] = s;", grid: one(16), block: one(64)},
	{name: "one long block of 10^6", source: "float s = 0; if (blockIdx.x == 54321) for (int j = 0; j < n; j++) s += sinf(s + j); o[i & 1048575] = s;", grid: gpumodel.Dim3{X: 50000, Y: 20, Z: 1}, block: one(128)},
	{name: "data-dependent while", says: "the loop does not seem to end", source: "float x = 1 + i; int j = 0; while (x > 1e-30f && j < n) { x = x * 0.9999999f; j += (x > 0); } o[i] = x + j;", grid: one(1), block: one(256)},
	{name: "Collatz", says: "the loop does not seem to end", source: "unsigned x = n - 1 - i; int j = 0; while (x != 1) { x = x & 1 ? 3 * x + 1 : x / 2; if (++j == 1000000007) break; if (x == 1 && j < n) x = j | 7; } o[i & 1048575] = j;", grid: one(64), block: one(128)},
	{name: "deep nest of short loops", says: "the loop does not seem to end", source: "int s = 0; for (int p = 0; p < 10; p++) for (int q = 0; q < 10; q++) for (int r = 0; r < 10; r++) for (int t = 0; t < 10; t++) for (int u = 0; u < 10; u++) for (int v = 0; v < 10; v++) for (int w = 0; w < 10; w++) for (int x = 0; x < 10; x++) for (int y = 0; y < 10; y++) s += (p ^ q) * r + t * (u ^ v) - c[w + x * y]; o[i] = s;", grid: one(1), block: one(64)},
	{name: "three long loops in each other", source: "float s = 0; for (int p = 0; p < 10000; p++) for (int q = 0; q < 10000; q++) for (int r = 0; r < 10000; r++) s += a[(p + q * r) & 1048575]; o[i] = s;", grid: one(30), block: one(128)},
	{name: "gather over 2^28", source: "unsigned x = i; float s = 0; for (int j = 0; j < 1000; j++) { x = x * 1664525u + 1013904223u; s += a[x >> 4]; } o[i & 1048575] = s;", grid: one(4096), block: one(128), elements: 1 << 28},
	{name: "pointer chase over 2^24", source: "int x = i; for (int j = 0; j < n; j++) x = __float_as_int(a[x & 16777215]) + j; o[i & 1048575] = x;", grid: one(1000), block: one(32), elements: 1 << 24},
	{name: "atomics on one word", source: "for (int j = 0; j < 10000; j++) atomicAdd(c, 1);", grid: one(2000), block: one(256)},
	{name: "tickets", says: "full=True executes every thread, however long that takes", source: "int t; while ((t = atomicAdd(c, 1)) < n) o[t & 1048575] = a[t & 1048575];", grid: one(60), block: one(128)},
	{name: "tickets, many threads", says: "full=True simulates the launch, however long that takes", source: "int t; while ((t = atomicAdd(c, 1)) < n) o[t & 1048575] = a[t & 1048575];", grid: one(20000), block: one(128)},
	{name: "barriers", source: "__shared__ float s[256]; for (int j = 0; j < 1000000; j++) { s[threadIdx.x] = s[255 - threadIdx.x] + j; __syncthreads(); } o[i] = s[threadIdx.x];", grid: one(300), block: one(256)},
	{name: "local arrays", source: "float b[2048]; for (int j = 0; j < 1000000; j++) b[(j * 7 + i) & 2047] += a[j & 1023]; o[i & 1048575] = b[i & 2047];", grid: one(500), block: one(128)},
	{name: "printf in each thread", says: "it has a printf", source: "for (int j = 0; j < 1000; j++) printf(\"%d %d\\n\", i, j);", grid: one(1000), block: one(256), cards: []string{"C2050", "H200"}},
	{name: "spin on a later block", quick: true, says: "its condition in line 3 depends on memory alone", source: "volatile int *f = c; if (blockIdx.x < gridDim.x - 1) { while (f[0] == 0) ; } else f[0] = 1; o[i & 1048575] = 1;", grid: one(10000), block: one(128)},
	{name: "grid barrier of too many", says: "its condition in line 3", source: "volatile int *f = c; if (threadIdx.x == 0) { atomicAdd(c, 1); while (f[0] < gridDim.x) ; } __syncthreads(); o[i & 1048575] = 1;", grid: one(10000), block: one(128)},
	{name: "endless: empty", quick: true, says: "it has no condition that could end it", source: "for (;;) ;", grid: one(1000), block: one(128)},
	{name: "endless: flag", quick: true, says: "its condition in line 3 never changes", source: "while (c[0] == 0) ;", grid: one(1000), block: one(128)},
	{name: "endless: volatile flag", quick: true, says: "its condition in line 3 depends on memory alone", source: "volatile int *f = c; while (f[0] == 0) f[1] += 1;", grid: one(1000), block: one(128)},
	{name: "endless: arithmetic", says: "the loop does not seem to end", source: "unsigned x = i; while (x != 0) x = x * 3 + 1 | 1; o[i] = x;", grid: one(1), block: one(32)},
	{name: "endless: arithmetic of many", says: "the loop does not seem to end", source: "unsigned x = i; while (x != 0) x = x * 3 + 1 | 1; o[i & 1048575] = x;", grid: one(10000), block: one(256)},
	{name: "endless: floats", says: "the loop does not seem to end", source: "float x = i; while (x >= 0) x = sinf(x) + 2; o[i & 1048575] = x;", grid: one(100), block: one(256)},
	{name: "endless: stores", says: "the loop does not seem to end", source: "unsigned x = i; while (x != 0) { x = x * 3 + 1 | 1; o[x & 1048575] = x; } ", grid: one(100), block: one(256)},
	{name: "sinf of 2^19 threads", source: "float x = i; for (int j = 0; j < 100; j++) x = sinf(x) * cosf(x) + powf(x, 1.5f); o[i] = x;", grid: one(2048), block: one(256)},
	{name: "doubles of 2^19 threads", source: "double x = i; for (int j = 0; j < 300; j++) x = sqrt(x) / (x + 1) + exp(-x); o[i] = x;", grid: one(2048), block: one(256), cards: []string{"GTX 280", "C2050", "H200"}},
	{name: "histogram in shared memory", source: "__shared__ int h[64]; if (threadIdx.x < 64) h[threadIdx.x] = 0; __syncthreads(); for (int j = 0; j < 1000; j++) atomicAdd(&h[(i * j) & 7], 1); __syncthreads(); o[i] = h[threadIdx.x & 63];", grid: one(2048), block: one(256)},
	{name: "in place", source: "float *b = o; for (int j = 0; j < 100000; j++) { int x = b[(i + j) & 1048575]; b[(x + i) & 1048575] = x + 1; }", grid: one(1000), block: one(256)},
}

// Limits of a launch that nobody asked to be executed in full. It takes about 20 s of CPU time at most.
const (
	mostCPU       = 60 * time.Second
	mostMemory    = 3 << 30     // of the process, with what tests before it have left
	mostInterrupt = time.Second // of CPU time; 0.1 s are usual
)

// TestNasty: a launch of any size answers within bounded time and memory, or says why it does not, and ends soon
// when it is interrupted.
func TestNasty(t *testing.T) {
	tier.Check(t)
	launches := nastyLaunches
	if !tier.Pick(false, false, true) {
		quick := slices.DeleteFunc(slices.Clone(launches), func(c nasty) bool { return !c.quick })
		launches = tier.Sample(t, quick, 2)
	}
	for _, c := range launches {
		cards := c.cards
		if cards == nil {
			cards = []string{"GTX 280", "C2050", "H200"}
		}
		for _, card := range cards {
			t.Run(c.name+" on "+card, func(t *testing.T) { c.answers(t, card) })
		}
	}
}

// launch is the launch in its default mode.
func (c *nasty) launch(t *testing.T, d *device.Device) gpumodel.Launch {
	k := modeltest.Compile(t, nastyHead+c.source+"\n}")
	if _, err := k.Lower(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	return gpumodel.Launch{Kernel: k, Grid: c.grid, Block: c.block, Stdout: io.Discard, Args: []any{
		modeltest.Zeros(t, gpumodel.Float32, 1<<20), modeltest.Zeros(t, gpumodel.Float32, max(c.elements, 1<<20)), modeltest.Zeros(t,
			gpumodel.Int32, 1<<20), int64(1 << 30),
	}}
}

func (c *nasty) answers(t *testing.T, card string) {
	d := modeltest.Card(t, card)
	l := c.launch(t, d)
	all, cpu := cputime.NewCountdown(t.Context(), 0, nil), cputime.Process()
	r, err := gpumodel.Run(all, d, l)
	used := cputime.Process() - cpu
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	switch {
	case err != nil:
		t.Logf("%.1f s of CPU, %d MB: %v", used.Seconds(), mem.HeapSys>>20, err)
	default:
		t.Logf("%.1f s of CPU, %d MB: %.4g s ± %.1f %%, %.2g of it simulated; %s", used.Seconds(), mem.HeapSys>>20, r.Time,
			100*r.Uncertainty, r.Sampled, r.Unfinished)
		if l.Args[0].(*gpumodel.Array).Readable() == nil {
			t.Error("the results of a sample can be read")
		}
		if small := c.grid.Count()*c.block.Count() <= 1<<19; small != (r.Unfinished != "") {
			t.Errorf("the result says %q", r.Unfinished)
		}
	}
	if err == nil != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
		t.Errorf("error %v, want %q", err, c.says)
	}
	if used > mostCPU {
		t.Errorf("%v of CPU time, want %v at most", used, mostCPU)
	}
	if !tier.Pick(false, false, true) {
		return
	}
	if mem.HeapSys > mostMemory {
		t.Errorf("%d MB, want %d at most", mem.HeapSys>>20, mostMemory>>20)
	}
	if all.Looks() > 2 {
		c.interrupted(t, d, all.Looks()/2)
	}
}

// interrupted interrupts a launch at a look at its context. A launch on several goroutines looks more or less often:
// it may have ended before.
func (c *nasty) interrupted(t *testing.T, d *device.Device, look int) {
	interrupted := errors.New("interrupted")
	ctx, at := cputime.NewCountdown(t.Context(), look, interrupted), make(chan time.Duration, 1)
	stop := context.AfterFunc(ctx, func() { at <- cputime.Process() })
	_, err := gpumodel.Run(ctx, d, c.launch(t, d))
	end := cputime.Process()
	if stop() {
		return
	}
	if !errors.Is(err, interrupted) {
		t.Errorf("interrupted at look %d: error %v, want %v", look, err, interrupted)
	}
	if late := end - <-at; late > mostInterrupt {
		t.Errorf("takes %v of CPU time after an interrupt, want %v at most", late, mostInterrupt)
	}
}

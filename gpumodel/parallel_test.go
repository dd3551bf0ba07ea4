package gpumodel_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/warp"
	"warpbook.dev/internal/tier"
)

// dependentKernels have blocks that depend on each other in ways that CUDA leaves open, where the model says what comes out:
// what the blocks do one after the other.
const dependentKernels = `
__global__ void own(int *data, int *other, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; data[i] = other[i] * 3 + data[i]; }
__global__ void counts(int *data, int *other, int n) { atomicAdd(&data[other[blockIdx.x * blockDim.x + threadIdx.x] & 15], 1); }
__global__ void many(int *data, int *other, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 100; k++) atomicAdd(&data[(other[i] + k * i) & 255], k);
}
__global__ void extremes(int *data, int *other, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicMax(&data[0], other[i]); atomicMin(&data[1], other[i]); atomicXor(&data[2], other[i]);
    atomicExch(&data[3], i); atomicAdd(&data[3], other[i]); atomicCAS(&data[4], i & 31, other[i]);
    atomicInc((unsigned *)&data[5], other[i] & 63); atomicSub(&data[6], other[i]); atomicAnd(&data[7], ~i);
}
__global__ void sums(float *data, float *other, int n) { atomicAdd(&data[threadIdx.x & 3], other[blockIdx.x * blockDim.x + threadIdx.x]); }
__global__ void tickets(int *data, int *other, int n) { other[atomicAdd(&data[0], 1)] = blockIdx.x; }
__global__ void running(int *data, int *other, int n) { if (blockIdx.x) data[blockIdx.x] = data[blockIdx.x - 1] + other[blockIdx.x]; }
__global__ void far(int *data, int *other, int n) {
    int b = blockIdx.x;
    data[b * 64] = b;
    if (b >= n) other[b] = data[(b - n) * 64];
}
__global__ void last(int *data, int *other, int n) { if (blockIdx.x >= n) data[0] = blockIdx.x * 3 + threadIdx.x; else other[blockIdx.x] = 1; }
__global__ void late(int *data, int *other, int n) {
    int b = blockIdx.x;
    if (b < n) other[b] = 5;
    else if (b % 2) atomicAdd(&data[9], b);
    else other[b] = data[9];
}
__global__ void cleared(int *data, int *other, int n) {
    if (threadIdx.x == 0) data[blockIdx.x] = 7;
    __syncthreads();
    atomicAdd(&data[blockIdx.x], 1);
}
__global__ void chars(signed char *data, int *other, int n) { data[blockIdx.x] = other[blockIdx.x]; }
__global__ void longs(long long *data, long long *other, int n) { atomicAdd((unsigned long long *)&data[threadIdx.x & 1], (unsigned long long)other[blockIdx.x & 7]); }
__global__ void outside(int *data, int *other, int n) {
    int b = blockIdx.x;
    data[b * blockDim.x + threadIdx.x] += 1;
    if (b >= n) other[b * 1000000] = 1;
}
__global__ void asserted(int *data, int *other, int n) { data[blockIdx.x] = 1; if (blockIdx.x == n) __trap(); }
__global__ void fetches(int *data, cudaTextureObject_t other, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = tex1Dfetch<int>(other, i * 7 % 4096) + n;
}
__device__ int flag;
__global__ void waits(int *data, int *other, int n) {
    volatile int *f = &flag;
    if (threadIdx.x == 0) {
        while (blockIdx.x >= n && *f < blockIdx.x) {}
        data[blockIdx.x] = 1;
        if (blockIdx.x + 1 >= n) *f = blockIdx.x + 1;
    }
}
`

// executed is what is left of a launch for its results.
type executed struct {
	Arrays [][]uint64
	Counts warp.Stats
	Err    string
}

// executedOn executes a launch on some processors.
func (c speedCase) executedOn(t *testing.T, workers int, d *device.Device, module *Module) (x executed) {
	t.Helper()
	args := c.args()
	m, err := c.prepared(d, module, args)
	if err != nil {
		t.Fatalf("%s: %v", d.Name, err)
	}
	m.Workers = workers
	err = m.ResultsOf(0, c.grid.Count())
	x.Err = fmt.Sprint(err)
	if err == nil {
		x.Counts = m.Stats // those of a launch that fails are nobody's
	}
	for _, a := range args {
		if a, ok := a.(*Array); ok {
			all := make([]uint64, a.Len())
			for i := range all {
				all[i] = modeltest.Bits(a, i)
			}
			x.Arrays = append(x.Arrays, all)
		}
	}
	return x
}

// sameOnMany executes a launch on one processor and on four.
func sameOnMany(t *testing.T, c speedCase, d *device.Device, module *Module) {
	t.Helper()
	want := c.executedOn(t, 1, d, module)
	for range 2 {
		got := c.executedOn(t, 4, d, module)
		if got.Err != want.Err {
			t.Errorf("error %s, one block after the other %s", got.Err, want.Err)
		}
		if diff := cmp.Diff(want.Counts, got.Counts); diff != "" {
			t.Errorf("counts (-in order +on four):\n%s", diff)
		}
		for i := range want.Arrays {
			if !slices.Equal(want.Arrays[i], got.Arrays[i]) {
				t.Errorf("array %d: %v, in order %v", i, got.Arrays[i][:min(20, len(got.Arrays[i]))], want.Arrays[i][:min(20, len(want.Arrays[i]))])
			}
		}
	}
}

// TestBlocksBesideEachOther: a launch has the same results, counters and faults on several processors as on one.
func TestBlocksBesideEachOther(t *testing.T) {
	tier.Check(t)
	module, err := Compile("kernels.cu", speedKernels, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range tier.Sample(t, []string{"GTX 280", "GTX 480", "H100 PCIe"}, 1) {
		d := modeltest.Card(t, name)
		for _, c := range speedCases() {
			c.grid = Dim3{min(c.grid.X, 12), min(c.grid.Y, 3), 1}
			if c.kernel == "matrix_vector" || c.kernel == "warp_scan" {
				if earlierThan3.MatchString(d.ComputeCapability) {
					continue // no shuffles
				}
			}
			t.Run(name+"/"+c.kernel, func(t *testing.T) { sameOnMany(t, c, d, module) })
		}
	}
}

// TestDependentBlocks: so do launches whose blocks depend on each other, or fail.
func TestDependentBlocks(t *testing.T) {
	module, err := Compile("dependent.cu", dependentKernels, Options{})
	if err != nil {
		t.Fatal(err)
	}
	const blocks, threads, n = 64, 64, 64 * 64
	numbers := func() []any {
		return []any{filled(Int32, n, below(1000)), filled(Int32, n, below(1<<20)), int64(37)}
	}
	fresh := func() []any { return []any{mustArray(Int32, n), filled(Int32, n, below(1<<20)), int64(37)} }
	for _, k := range module.Kernels {
		for i, args := range []func() []any{numbers, fresh} {
			switch k.Name {
			case "sums":
				args = func() []any { return []any{floats(n), floats(n), int64(37)} }
			case "chars":
				args = func() []any { return []any{mustArray(Int8, n), filled(Int32, n, below(1<<20)), int64(37)} }
			case "fetches":
				args = func() []any {
					texture, err := NewTexture(filled(Int32, n, below(1<<20)), TextureModes{})
					if err != nil {
						t.Fatal(err)
					}
					return []any{mustArray(Int32, n), texture, int64(37)}
				}
			case "longs":
				args = func() []any { return []any{filled(Int64, n, below(1<<30)), filled(Int64, n, below(1<<40)), int64(37)} }
			}
			for _, name := range []string{"H100 PCIe", "K20X"} {
				d := modeltest.Card(t, name)
				t.Run(fmt.Sprintf("%s/%s/%d", name, k.Name, i), func(t *testing.T) {
					sameOnMany(t, speedCase{k.Name, Dim3{blocks, 1, 1}, Dim3{threads, 1, 1}, args}, d, module)
				})
			}
		}
	}
}

// TestParallelInterrupted: a cancelled context ends all goroutines that execute blocks, and its cause is the error.
func TestParallelInterrupted(t *testing.T) {
	module, err := Compile("kernels.cu", speedKernels, Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := modeltest.Card(t, "H200")
	at := slices.IndexFunc(module.Kernels, func(k *Kernel) bool { return k.Name == "product_tiled" })
	const side = 1024
	l := Launch{Kernel: module.Kernels[at], Grid: Dim3{side / 16, side / 16, 1}, Block: Dim3{16, 16, 1}, Mode: Full,
		Args: []any{floats(side * side), floats(side * side), mustArray(Float32, side*side), int64(side)}}
	program, err := l.Kernel.Lower(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	for _, after := range []int{1, 300} { // blocks
		ctx, cancel := context.WithCancelCause(t.Context())
		why := errors.New("enough")
		l.Progress = func(done, _ int) {
			if done >= after {
				cancel(why)
			}
		}
		m, err := l.Machine(ctx, d, program, true)
		if err != nil {
			t.Fatal(err)
		}
		m.Workers = 4
		if err := m.ResultsOf(0, l.Grid.Count()); !errors.Is(err, why) || m.Begun() > l.Grid.Count()/2 {
			t.Errorf("cancelled after %d blocks: %v, %d were begun", after, err, m.Begun())
		}
	}
}

func mustArray(t DType, n int) *Array {
	a, err := NewArray(t, n)
	if err != nil {
		panic(err)
	}
	return a
}

// BenchmarkCores is how long large launches take on one processor and on all.
func BenchmarkCores(b *testing.B) {
	d, err := device.Get("H200")
	if err != nil {
		b.Fatal(err)
	}
	module, err := Compile("kernels.cu", speedKernels, Options{})
	if err != nil {
		b.Fatal(err)
	}
	const n, side = 1 << 24, 1024
	for _, c := range []speedCase{
		{"vector_add", Dim3{n / 256, 1, 1}, Dim3{256, 1, 1}, func() []any {
			return []any{mustArray(Float32, n), mustArray(Float32, n), mustArray(Float32, n), int64(n)}
		}},
		{"product_tiled", Dim3{side / 16, side / 16, 1}, Dim3{16, 16, 1}, func() []any {
			return []any{floats(side * side), floats(side * side), mustArray(Float32, side*side), int64(side)}
		}},
	} {
		for _, workers := range []int{1, 0} {
			b.Run(fmt.Sprintf("%s/%d", c.kernel, workers), func(b *testing.B) {
				for b.Loop() {
					m, err := c.prepared(d, module, c.args())
					if err != nil {
						b.Fatal(err)
					}
					m.Workers = workers
					if err := m.ResultsOf(0, c.grid.Count()); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

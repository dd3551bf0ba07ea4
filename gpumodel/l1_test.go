package gpumodel_test

import (
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// Counters of the L1, worked out by hand: 64 blocks of 256 threads read words in a row,
// and again. The second load of a line finds it, through the L1; past it nothing is
// looked up there.
func TestL1(t *testing.T) {
	const source = `__global__ void twice(float *out, volatile float *in) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i] + in[i ^ 1];
}`
	const threads, warps = 64 * 256, 64 * 8
	for _, c := range []struct {
		caching   string
		hit, miss float64
	}{{"", warps, warps}, {"ca", warps, warps}, {"cg", 0, 0}} {
		m, err := Compile("twice.cu", source, Options{LoadCaching: c.caching})
		if err != nil {
			t.Fatal(err)
		}
		in, _ := NewArray(Float32, threads)
		out, _ := NewArray(Float32, threads)
		r, err := Run(t.Context(), modeltest.Card(t, "C2050"), Launch{Kernel: m.Kernels[0], Grid: Dim3{64, 1, 1}, Block: Dim3{256, 1, 1},
			Args: []any{out, in}, Mode: Full})
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]float64{
			"l1_global_load_hit": c.hit, "l1_global_load_miss": c.miss, "gld_request": 2 * warps, "gst_request": warps,
			"dram__bytes_read.sum": 4 * threads, "l2_read_misses": threads / 8,
		} {
			if got, err := r.Counters.Get(name); got != want || err != nil {
				t.Errorf("-dlcm=%s: %s is %v, want %v (%v)", c.caching, name, got, want, err)
			}
		}
	}
}

// A larger L1 keeps what a smaller one drops: each warp reads 24 KB twice, one block on
// each SM.
func TestL1Size(t *testing.T) {
	m, err := Compile("again.cu", `__global__ void again(float *out, const float *in, int n) {
	float s = 0;
	for (int pass = 0; pass < 2; pass++)
		for (int i = threadIdx.x; i < n; i += 32) s += in[blockIdx.x * n + i];
	out[blockIdx.x * 32 + threadIdx.x] = s;
}`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	const n, blocks = 24 << 10 / 4, 14
	for size, want := range map[string]float64{"16": 2 * n / 32 * blocks, "48": n / 32 * blocks} {
		d, err := modeltest.Card(t, "C2050").With("l1_kb", size)
		if err != nil {
			t.Fatal(err)
		}
		in, _ := NewArray(Float32, n*blocks)
		out, _ := NewArray(Float32, 32*blocks)
		r, err := Run(t.Context(), d, Launch{Kernel: m.Kernels[0], Grid: Dim3{blocks, 1, 1}, Block: Dim3{32, 1, 1},
			Args: []any{out, in, int64(n)}, Mode: Full})
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := r.Counters.Get("l1_global_load_miss"); got != want {
			t.Errorf("with %s KB %v lines miss, want %v", size, got, want)
		}
		if shared := (64 - d.L1KB) << 10; d.SharedPerSM != shared {
			t.Errorf("with %s KB of L1 an SM has %d bytes of shared memory, want %d", size, d.SharedPerSM, shared)
		}
	}
}

// A line of which the L2 has some sectors comes whole: two warps wait for it.
func TestL1LineInParts(t *testing.T) {
	k := modeltest.Compile(t, `__global__ void k(float *out, float *a) {
	int i = threadIdx.x;
	a[i * 32] = i;
	__syncthreads();
	for (int l = 0; l < 64; l++) out[i] += a[l * 32 + i % 32];
}`)
	out := modeltest.Zeros(t, Float32, 64)
	r, err := Run(t.Context(), modeltest.Card(t, "C2050"), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{64, 1, 1},
		Args: []any{out, modeltest.Zeros(t, Float32, 64*32)}, Mode: Full, Exact: true})
	if err != nil {
		t.Fatal(err)
	}
	// three more of each line, the sums, and what of these is not written yet
	if got, _ := r.Counters.Get("l2_read_misses"); got < 3*64 || got > 4*64+8 {
		t.Errorf("%v sectors from the DRAM, want 3 for each of 64 lines and few more", got)
	}
}

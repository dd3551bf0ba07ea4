package gpumodel_test

import (
	"fmt"
	"math"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// narrowSource reads elements of T, STRIDE apart for neighbouring lanes; each step is
// 16 elements further, whole words for every T, so that lanes keep their banks apart.
const narrowSource = `template <typename T, int STRIDE> __global__ void k(float *out, int n) {
	__shared__ T s[1024];
	int t = threadIdx.x, lane = t & 31;
	for (int j = 0; j < 4; j++) s[(t >> 5) * 32 + lane + j * 256] = (T)(t & 15);
	__syncthreads();
	float x = 0;
	for (int i = 0; i < n; i++) x += (float)s[lane * STRIDE + 16 * i];
	out[blockIdx.x * blockDim.x + t] = x;
}`

// TestNarrowBankConflicts counts by the algorithm of the CUDA C Programming Guide 3.2,
// section G.3.3: a pass serves all lanes of a half-warp that read one chosen word and
// one lane in each other bank. 16 chars lie in 4 words: the pass of the first word
// takes a lane from each of the others, so that 4 passes are needed. 16 shorts lie in
// 8 words: 2 passes. A double is two requests, each with a stride of two words: 2
// passes each. One char in each word, or a short, needs one.
func TestNarrowBankConflicts(t *testing.T) {
	m := modeltest.Compile(t, narrowSource).Module
	const blocks, threads, warps, n = 30, 256, 8, 40
	clocks := map[string]float64{}
	for _, c := range []struct {
		element        string
		stride         int
		passes, ideal  float64 // of a warp's load
		stores, unhurt float64 // and of its store, which has stride 1
	}{
		{"char", 1, 8, 2, 8, 2},
		{"char", 4, 2, 2, 8, 2},
		{"short", 1, 4, 2, 4, 2},
		{"short", 2, 2, 2, 4, 2},
		{"float", 1, 2, 2, 2, 2},
		{"float", 2, 4, 2, 2, 2},
		{"double", 1, 8, 4, 8, 4},
	} {
		name := fmt.Sprintf("%s, stride %d", c.element, c.stride)
		k, err := m.Kernels[0].Instantiate(c.element, fmt.Sprint(c.stride))
		if err != nil {
			t.Fatal(err)
		}
		r := runOn(t, k, blocks, threads, modeltest.Zeros(t, Float32, blocks*threads), int64(n))
		const loads, stores = blocks * warps * n, blocks * warps * 4
		for counter, want := range map[string]float64{
			"shared_load": loads, "shared_load_transactions": c.passes * loads, "shared_ld_bank_conflict": (c.passes - c.ideal) * loads,
			"shared_store": stores, "shared_store_transactions": c.stores * stores, "shared_st_bank_conflict": (c.stores - c.unhurt) * stores,
		} {
			if got := counted(t, r, counter); got != want {
				t.Errorf("%s: %s is %v, want %v", name, counter, got, want)
			}
		}
		clocks[name] = r.Time * 1296e6
	}
	// A pass is two clocks of the SM's port; nothing else differs within a pair.
	for _, c := range []struct {
		slow, fast string
		passes     float64
	}{{"char, stride 1", "char, stride 4", 6}, {"short, stride 1", "short, stride 2", 2}, {"float, stride 2", "float, stride 1", 2}} {
		want := 2 * c.passes * warps * n
		if got := clocks[c.slow] - clocks[c.fast]; math.Abs(got/want-1) > 0.1 {
			t.Errorf("%s takes %.0f clocks longer than %s, want %.0f", c.slow, got, c.fast, want)
		}
	}
}

// TestSharedBroadcast: all lanes at one word are one pass for each half-warp, as lanes
// in different banks are; that is not nothing: a further load costs its passes.
func TestSharedBroadcast(t *testing.T) {
	const blocks, threads, warps, n = 30, 256, 8, 200
	run := func(load string, passes, loads float64) float64 {
		k := modeltest.Compile(t, fmt.Sprintf(`__global__ void k(float *out, int n) {
	__shared__ float s[1024];
	int t = threadIdx.x, lane = t & 31, row = threadIdx.y;
	for (int j = 0; j < 4; j++) s[t + j * 256] = 1;
	__syncthreads();
	float x = 0, y = 1;
	for (int i = 0; i < n; i++) { %s; }
	out[blockIdx.x * blockDim.x + t] = x + y;
}`, load))
		r := runOn(t, k, blocks, threads, modeltest.Zeros(t, Float32, blocks*threads), int64(n))
		loads *= blocks * warps * n
		for counter, want := range map[string]float64{"shared_load": loads, "shared_load_transactions": passes * loads} {
			if got := counted(t, r, counter); got != want {
				t.Errorf("%s: %s is %v, want %v", load, counter, got, want)
			}
		}
		return r.Time * 1296e6
	}
	broadcast := run("x += s[(i & 31) + row * 16 & 1023]", 2, 1)
	column := run("x += s[(i & 31) + lane * 16 & 1023]", 32, 1)
	if got, want := column-broadcast, 2.0*30*warps*n; math.Abs(got/want-1) > 0.02 {
		t.Errorf("a column takes %.0f clocks longer than a broadcast, want %.0f", got, want)
	}
	first, second := run("x += s[(i & 31) * 16]", 2, 1), run("x += s[(i & 31) * 16]; y += s[(i & 31) * 16 + 1]", 2, 2)
	if got, want := second-first, 2.0*2*warps*n; got < want {
		t.Errorf("a second broadcast costs %.0f clocks, want at least %.0f", got, want)
	}
}

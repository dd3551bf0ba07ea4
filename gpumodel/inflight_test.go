package gpumodel

import (
	"testing"
)

// Increments of an array by 4, 8 and 16 bytes a thread on the Tesla C2050, each access
// waiting for the one before it: what SC10 shows as throughput against threads of an SM.
const increments = `
#define AT ((blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x)
__global__ void inc1(float *a, int n) { int i = AT; a[i] += 1.0f; }
__global__ void inc2(float2 *a, int n) { int i = AT; float2 v = a[i]; v.x += 1.0f; v.y += 1.0f; a[i] = v; }
__global__ void inc4(float4 *a, int n) { int i = AT; float4 v = a[i]; v.x += 1.0f; v.y += 1.0f; v.z += 1.0f; v.w += 1.0f; a[i] = v; }
__global__ void four(float *a, int n) {
	int i = AT;
	float v0 = a[i], v1 = a[i + n], v2 = a[i + 2 * n], v3 = a[i + 3 * n];
	a[i] = v0 + 1.0f; a[i + n] = v1 + 1.0f; a[i + 2 * n] = v2 + 1.0f; a[i + 3 * n] = v3 + 1.0f;
}`

// throughput is that of an increment with so many threads on an SM, in eight blocks.
func throughput(t *testing.T, m *Module, kernel string, words, threads int) float64 {
	t.Helper()
	const n = 1 << 22
	d := card(t, "C2050")
	a, err := NewArray(Float32, n)
	if err != nil {
		t.Fatal(err)
	}
	block := threads / 8
	shared := d.SharedPerSM / 8 / d.SharedUnit * d.SharedUnit // no more than eight fit
	r, err := Run(t.Context(), d, Launch{
		Kernel: m.Kernel(kernel), Grid: Dim3{64, n / words / block / 64, 1}, Block: Dim3{block, 1, 1}, Shared: shared,
		Args: []any{a, int64(n / words)}, Mode: Sample,
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Occupancy.WarpsPerSM * 32; got != threads {
		t.Fatalf("%d threads on an SM, want %d", got, threads)
	}
	return r.GBps()
}

// TestAccessesInFlight: as long as latency rules, throughput grows with the bytes in
// flight, whether these are more threads, wider words or more words a thread (Little's
// law). Beyond the knee it is the bandwidth's. What the law asks for on the C2050 with
// ECC: 600 clocks × 115.2 GB/s / 14 SMs are 4.3 KB in flight on an SM, half of them read.
func TestAccessesInFlight(t *testing.T) {
	m, err := Compile("increments.cu", increments, Options{})
	if err != nil {
		t.Fatal(err)
	}
	rate := func(kernel string, words, threads int) float64 { return throughput(t, m, kernel, words, threads) }
	within := func(what string, got, want, tolerance float64) {
		t.Helper()
		if got < want*(1-tolerance) || got > want*(1+tolerance) {
			t.Errorf("%s: %.1f GB/s, want %.1f within %.0f %%", what, got, want, 100*tolerance)
		}
	}
	within("twice the threads", rate("inc1", 1, 512), 2*rate("inc1", 1, 256), 0.15)
	within("twice the word", rate("inc2", 2, 256), 2*rate("inc1", 1, 256), 0.15)
	within("four words or one of four, with 256 threads", rate("four", 4, 256), rate("inc4", 4, 256), 0.15)

	// The knee: where 90 % of the best is reached.
	const best = 115.2
	for _, c := range []struct {
		kernel      string
		words       int
		below, from int // threads of an SM
	}{{"inc1", 1, 512, 1024}, {"inc2", 2, 256, 512}, {"inc4", 4, 0, 256}} { // fewer threads are less than eight warps
		if c.below > 0 {
			if got := rate(c.kernel, c.words, c.below); got > 0.9*best {
				t.Errorf("%s: %.1f GB/s with %d threads, before the knee", c.kernel, got, c.below)
			}
		}
		if got := rate(c.kernel, c.words, c.from); got < 0.8*best {
			t.Errorf("%s: %.1f GB/s with %d threads, behind the knee", c.kernel, got, c.from)
		}
	}
}

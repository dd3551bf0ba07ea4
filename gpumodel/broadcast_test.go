package gpumodel_test

import (
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// A load is a broadcast where the threads of each request ask for one word: of the loads
// below those of a and of b on all cards, that of c, with two words for the two halves of
// a warp, on c.c. 1.x alone, and that of d, with a word for each thread, on none.
func TestBroadcasts(t *testing.T) {
	m := modeltest.Must(Compile("k.cu", `__global__ void k(float *out, const float *a, const float *b, const float *c, const float *d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = a[0] + b[blockIdx.x] + c[i / 16] + d[i];
}`, Options{}))
	const blocks, threads = 4, 64
	for card, want := range map[string]float64{"GTX 280": 3, "C2050": 2, "H200": 2} {
		args := []any{modeltest.Must(NewArray(Float32, blocks*threads))}
		for range 4 {
			args = append(args, modeltest.Must(NewArray(Float32, blocks*threads)))
		}
		r := modeltest.Must(Run(t.Context(), modeltest.Must(device.Get(card)),
			Launch{Kernel: m.Kernel("k"), Grid: Dim3{blocks, 1, 1}, Block: Dim3{threads, 1, 1}, Args: args}))
		const warps = blocks * threads / 32
		if got, err := r.Counters.Get("gld_broadcast"); err != nil || got != want*warps {
			t.Errorf("%s: %v broadcasts, want %v (%v)", card, got, want*warps, err)
		}
	}
}

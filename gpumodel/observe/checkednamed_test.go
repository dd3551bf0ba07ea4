package observe

import (
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// TestCheckedCopies: what goes past the registers has no false alarm, and what is out of bounds has one.
func TestCheckedCopies(t *testing.T) {
	for _, test := range []struct {
		name, source string
		faults       int
	}{
		{"groups of warps", `__global__ void k(int *o, const int *in) {
	__shared__ int s[128];
	int t = threadIdx.x;
	for (int i = 0; i < 3; i++) {
		s[t] = in[t] + i;
		__barrier_sync_count(1 + t / 64, 64);
		o[t] = s[t ^ 32];
		__barrier_sync_count(1 + t / 64, 64);
	}
	__syncthreads();
	o[t] += s[127 - t];
}`, 0},
		{"a race between warps", `__global__ void k(int *o, const int *in) {
	__shared__ int s[128];
	s[threadIdx.x] = in[threadIdx.x];
	o[threadIdx.x] = s[threadIdx.x ^ 32];
}`, 1},
		{"copies and matrices", `#include <cuda_pipeline.h>
__global__ void k(int *o, const int *in) {
	__shared__ __align__(16) int s[128 * 4];
	int t = threadIdx.x;
	unsigned r;
	__pipeline_memcpy_async(&s[4 * t], in + 4 * (t % 32), 16);
	__pipeline_commit();
	__pipeline_wait_prior(0);
	__syncthreads();
	asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r) : "r"((unsigned)__cvta_generic_to_shared(&s[4 * t])));
	o[t] = r;
}`, 0},
		{"a matrix beyond the array", `__global__ void k(int *o, const int *in) {
	__shared__ __align__(16) int s[32];
	int t = threadIdx.x;
	unsigned r;
	s[t % 32] = in[t];
	__syncthreads();
	asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r) : "r"((unsigned)__cvta_generic_to_shared(&s[8 * (t % 8)])));
	o[t] = r;
}`, 1},
	} {
		k := modeltest.Compile(t, test.source)
		o, in := modeltest.Zeros(t, gpumodel.Int32, 128), modeltest.Zeros(t, gpumodel.Int32, 128)
		r, err := Check(t.Context(), modeltest.Card(t, "A100"), gpumodel.Launch{Kernel: k, Grid: gpumodel.Dim3{X: 1, Y: 1, Z: 1},
			Block: gpumodel.Dim3{X: 128, Y: 1, Z: 1}, Args: []any{o, in}})
		if err != nil {
			t.Fatal(test.name, err)
		}
		if len(r.Faults) != test.faults {
			t.Errorf("%s: %d faults, want %d", test.name, len(r.Faults), test.faults)
			for _, f := range r.Faults {
				t.Log(f.Text())
			}
		}
	}
}

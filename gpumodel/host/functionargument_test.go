package host_test

import (
	"testing"

	"warpbook.dev/gpumodel/host"
)

// TestFunctionArguments: the type of a template's parameter chooses among overloads, also where the function is passed on.
func TestFunctionArguments(t *testing.T) {
	p := compiled(t, `#include <cstdio>
typedef void (*fn_t)(int *, int);
__host__ __device__ void two(float *x, int i) { x[i] += 3; }
__host__ __device__ void two(int *x, int i) { x[i] += 2; }
template <fn_t f> __host__ __device__ void g(int *x, int i) { f(x, i); }
template <fn_t f> __host__ __device__ void g(int *x, int i, int n) { while (n--) f(x, i); }
template <fn_t f> __host__ __device__ void h(int *x, int i) { g<f>(x, i); g<f>(x, i, 3); g<&two>(x, i); }
template <fn_t f> __global__ void k(int *x) { h<f>(x, threadIdx.x); }
int main() {
	int *x, y = 0, z = 0;
	h<two>(&y, 0);
	cudaMalloc(&x, 128);
	cudaMemset(x, 0, 128);
	k<two><<<1, 32>>>(x);
	cudaMemcpy(&z, x + 7, sizeof z, cudaMemcpyDeviceToHost);
	printf("%d %d\n", y, z);
	cudaFree(x);
}
`)
	if out, r := ran(t, p, host.Options{Args: []string{"./p"}}); out != "10 10\n" || len(r.Findings) > 0 {
		t.Errorf("prints %q, findings %q", out, r.Findings)
	}
}

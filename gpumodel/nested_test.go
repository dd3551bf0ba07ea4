package gpumodel_test

import (
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// TestNestedErrors has launches in kernels that cannot be.
func TestNestedErrors(t *testing.T) {
	for source, want := range map[string]string{
		"__global__ void k(int *a) { k<<<1, 1>>>(a); }":                                                        "nested 25 levels deep, and 24 is the limit",
		"__global__ void g(int *a) {}\n__global__ void k(int *a) { __shared__ int s[4]; g<<<1, 1>>>(s); }":     "cannot use shared memory of the thread that launches it",
		"__global__ void g(int *a) {}\n__global__ void k(int *a) { g<<<1, 2048>>>(a); }":                       "g, launched in line 2: block.x is 2048",
		"__global__ void g(int *a) {}\n__global__ void k(int *a) { g<<<1, 0x7fffffff>>>(a); }":                 "g, launched in line 2: block.x is 2147483647",
		"__global__ void g(int *a) { a[1 << 28] = 1; }\n__global__ void k(int *a) { g<<<1, 1>>>(a); }":         "g, launched in line 2: ",
		"__device__ void g(int *a) {}\n__global__ void k(int *a) { g<<<1, 1>>>(a); }":                          `"g" is not a kernel`,
		"__global__ void g(int *a) {}\n__global__ void k(int *a) { g<<<1>>>(a); }":                             "a launch has a grid, a block and perhaps bytes",
		"__global__ void g(int *a) {}\n__global__ void k(int *a) { g<<<1, 1>>>(a, 2); }":                       `function "g" takes 1 argument, got 2`,
		"__global__ void g(int *a) {}\n__global__ void k(int *a) { g<<<1, 1>>>(a); cudaDeviceSynchronize(); }": "cudaDeviceSynchronize in device code",
	} {
		a, err := NewArray(Int32, 16)
		if err != nil {
			t.Fatal(err)
		}
		m, err := Compile("k.cu", source, Options{})
		if err == nil {
			_, err = Run(t.Context(), modeltest.Card(t, "H200"), Launch{Kernel: m.Kernel("k"), Grid: Dim3{1, 1, 1}, Block: Dim3{1, 1, 1},
				Args: []any{a}})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngot %v, want %q", source, err, want)
		}
	}
}

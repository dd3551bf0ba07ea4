package gpumodel_test

import (
	"errors"
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// TestLackedFunctions: a device refuses the functions that CUDA's headers declare for later ones only, by name and with the compute
// capability that they came with. A header that emulates a function on earlier devices refuses nothing.
func TestLackedFunctions(t *testing.T) {
	for _, test := range []struct{ card, body, want string }{
		{"M2090", "*b = __ldg((const unsigned *)a);", "compute capability 2.0 lacks __ldg, which came with 3.2"},
		{"K20X", "*b = __ldg((const unsigned *)a);", ""},
		{"K20X", "atomicAdd((__half *)a, __float2half(1.0f));", "compute capability 3.5 lacks atomicAdd of __half, which came with 7.0"},
		{"V100", "atomicAdd((__half *)a, __float2half(1.0f)); *b = *a;", ""},
		{"K20X", "atomicAdd((__half2 *)a, __floats2half2_rn(1.0f, 2.0f)); *b = *a;", ""},
		{"K20X", "atomicAdd((__nv_bfloat16 *)a, __float2bfloat16(1.0f));",
			"compute capability 3.5 lacks atomicAdd of __nv_bfloat16, which came with 7.0"},
		{"V100", "atomicAdd((__nv_bfloat16 *)a, __float2bfloat16(1.0f)); *b = *a;", ""},
		{"V100", "atomicAdd((float2 *)a, make_float2(1, 2));", "compute capability 7.0 lacks atomicAdd of float2, which came with 9.0"},
		{"V100", "cudaGridDependencySynchronize();", "compute capability 7.0 lacks cudaGridDependencySynchronize, which came with 9.0"},
		{"H200", "cudaGridDependencySynchronize(); *b = *a; cudaTriggerProgrammaticLaunchCompletion();", ""},
		{"K20X", "atomicAdd((__nv_bfloat162 *)a, __floats2bfloat162_rn(1.0f, 2.0f)); *b = *a;", ""},
	} {
		k := modeltest.Compile(t, "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n__global__ void k(unsigned *a, unsigned *b) { "+test.body+" }")
		a, b := modeltest.Zeros(t, UInt32, 1), modeltest.Zeros(t, UInt32, 1)
		_, err := Run(t.Context(), modeltest.Card(t, test.card), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{8, 1, 1}, Args: []any{a, b}})
		if test.want == "" {
			if err != nil {
				t.Errorf("%s on %s: %v", test.body, test.card, err)
			}
			continue
		}
		var lacking *LackingError
		if !errors.As(err, &lacking) || !strings.Contains(err.Error(), test.want) || len(lacking.Devices) == 0 {
			t.Errorf("%s on %s: %v, want %q and a device that has it", test.body, test.card, err, test.want)
		}
	}
}

// TestBfloat16Atomics: each of the 32 additions counts, of one number and of two in a word, and the neighbour of a number stays.
func TestBfloat16Atomics(t *testing.T) {
	k := modeltest.Compile(t, `#include <cuda_bf16.h>
__global__ void k(__nv_bfloat16 *a, float *b) {
	atomicAdd(a + 1, __float2bfloat16(2.0f));
	atomicAdd((__nv_bfloat162 *)a + 1, __floats2bfloat162_rn(1.0f, -3.0f));
	__syncthreads();
	if (threadIdx.x < 4) b[threadIdx.x] = __bfloat162float(a[threadIdx.x]);
}`)
	for _, card := range []string{"V100", "H200"} {
		a, b := modeltest.Zeros(t, UInt32, 2), modeltest.Zeros(t, Float32, 4)
		_, err := Run(t.Context(), modeltest.Card(t, card), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1}, Args: []any{a, b}})
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []float64{0, 64, 32, -96} {
			if got := b.At(i); got != want {
				t.Errorf("%s: number %d is %v, want %v", card, i, got, want)
			}
		}
	}
}

// TestVectorAtomics: each of the 32 additions counts in each component, and the calls return what was there before.
func TestVectorAtomics(t *testing.T) {
	k := modeltest.Compile(t, `__global__ void k(float *a, float *old) {
	float2 two = atomicAdd((float2 *)a, make_float2(1, 2));
	float4 four = atomicAdd((float4 *)(a + 4), make_float4(1, 2, 3, 4));
	atomicAdd(old, two.y);
	atomicAdd(old + 1, four.w);
}`)
	a, old := modeltest.Zeros(t, Float32, 8), modeltest.Zeros(t, Float32, 2)
	_, err := Run(t.Context(), modeltest.Card(t, "H200"), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1}, Args: []any{a, old}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{32, 64, 0, 0, 32, 64, 96, 128} {
		if got := a.At(i); got != want {
			t.Errorf("number %d is %v, want %v", i, got, want)
		}
	}
	if x, y := old.At(0), old.At(1); x != 2*31*16 || y != 4*31*16 {
		t.Errorf("the old values add up to %v and %v, want %d and %d", x, y, 2*31*16, 4*31*16)
	}
}

package gpumodel_test

import (
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
)

// TestArch runs a kernel that asks for which compute capability it is compiled.
func TestArch(t *testing.T) {
	const source = `
#include "ask.h"
#ifndef __CUDA_ARCH__
#error host code
#endif
__device__ int turns;
#if __CUDA_ARCH__ < 600
__device__ double atomicAdd(double *p, double v) { *p = *p + v; return 0; }
#endif
template <int K> __global__ void k(int *out, double *sum)
{
    out[0] = K * ARCH;
    atomicAdd(sum, 1.0);
    turns++;
}`
	reads := 0
	m, err := Compile("arch.cu", source, Options{Include: func(name, _ string) (string, string, bool) {
		reads++
		return name, "#define ARCH __CUDA_ARCH__\n", name == "ask.h"
	}})
	if err != nil {
		t.Fatal(err)
	}
	k, err := m.Kernel("k").Instantiate("2")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int64{"H200": 1800, "V100": 1400, "Tesla K20X": 700} {
		d, err := device.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		out, _ := NewArray(Int32, 1)
		sum, _ := NewArray(Float64, 1)
		if _, err := Run(t.Context(), d, Launch{Kernel: k, Args: []any{out, sum}, Grid: Dim3{1, 1, 1}, Block: Dim3{1, 1, 1},
			Mode: Full}); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if out.Int(0) != want || sum.At(0) != 1 {
			t.Errorf("%s: %d, %v, want %d and 1", name, out.Int(0), sum.At(0), want)
		}
	}
	turns, err := m.Symbol("turns")
	if err != nil {
		t.Fatal(err)
	}
	if n := turns.Int(0); n != 3 {
		t.Errorf("the kernels share no variable: turns is %d, want 3", n)
	}
	if reads != 1 {
		t.Errorf("the header was read %d times, want once", reads)
	}
}

// TestArchVariables refuses a source whose variables depend on the compute capability.
func TestArchVariables(t *testing.T) {
	m, err := Compile("arch.cu", "#if __CUDA_ARCH__ >= 800\n__device__ int a;\n#endif\n__global__ void k(int *p) { p[0] = 1; }", Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := device.Get("V100")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Kernel("k").Lower(t.Context(), d); err == nil ||
		!strings.Contains(err.Error(), "which variables there are depends on __CUDA_ARCH__") {
		t.Error("got:", err)
	}
}

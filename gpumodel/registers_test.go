package gpumodel

import (
	"fmt"
	"testing"
)

// manyValues is a kernel that has 25 values at a time, behind a qualifier.
func manyValues(bounds string) string {
	return fmt.Sprintf(`#define N 25
__global__ void %s many(float *out, const float *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v[N], s = 0;
#pragma unroll
	for (int j = 0; j < N; j++) v[j] = in[i + j * n];
	__syncthreads();
#pragma unroll
	for (int j = 0; j < N; j++) s += v[j] * v[N - 1 - j] * (j + 1);
	out[i] = s;
}`, bounds)
}

// __launch_bounds__ limits the registers so that as many blocks fit as it says, and
// --maxrregcount does so for kernels without; the results are those of no limit.
func TestRegisterLimits(t *testing.T) {
	const blocks, threads, n = 4, 128, 512
	in, err := NewArrayFunc(Float32, func(i int) float64 { return float64(i * 7 % 23) }, 25*n)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		card, bounds string
		option       int
		most         int // registers
		spills       bool
	}{
		{"C2050", "", 0, 63, false},
		{"C2050", "__launch_bounds__(512)", 0, 63, false},
		{"C2050", "__launch_bounds__(512, 3)", 0, 20, true},
		{"C2050", "", 20, 20, true},
		{"C2050", "__launch_bounds__(512, 3)", 32, 20, true},
		{"C2050", "__launch_bounds__(512, 2)", 16, 32, false}, // --maxrregcount is for the others
		{"GTX 280", "__launch_bounds__(256, 4)", 0, 16, true},
		{"GTX 280", "__launch_bounds__(128)", 0, 124, false},
	} {
		d := card(t, test.card)
		m, err := Compile("many.cu", manyValues(test.bounds), Options{MaxRegisters: test.option})
		if err != nil {
			t.Fatal(err)
		}
		k := m.Kernels[0]
		p, err := k.Lower(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		if p.Registers > test.most || (p.LocalBytes > 0) != test.spills {
			t.Errorf("%+v: %d registers and %d bytes of local memory", test, p.Registers, p.LocalBytes)
		}
		out := zeros(t, Float32, n)
		if _, err := Run(t.Context(), d, Launch{Kernel: k, Grid: Dim3{blocks, 1, 1}, Block: Dim3{threads, 1, 1}, Args: []any{out, in, int64(n)}, Mode: Full}); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			want := 0.0
			for j := range 25 {
				want += in.At(i+j*n) * in.At(i+(24-j)*n) * float64(j+1)
			}
			if got := out.At(i); got != want {
				t.Fatalf("%+v: element %d is %v, want %v", test, i, got, want)
			}
		}
	}
}

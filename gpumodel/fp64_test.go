package gpumodel_test

import (
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// A GTX 480 has an eighth of the fp32 rate in double precision, a C2050 half of it: the
// same chain of multiply-adds in many warps takes four times the clocks.
func TestFP64OfGeForce(t *testing.T) {
	m, err := Compile("fma.cu", `__global__ void f(double *a, double x) {
	double s = threadIdx.x;
#pragma unroll
	for (int i = 0; i < 256; i++) s = s * x + 1.0;
	a[blockIdx.x * blockDim.x + threadIdx.x] = s;
}`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	clocks := func(name string) float64 {
		d := modeltest.Card(t, name)
		a, _ := NewArray(Float64, 1024*d.SMs)
		r, err := Run(t.Context(), d, Launch{Kernel: m.Kernels[0], Grid: Dim3{d.SMs, 1, 1}, Block: Dim3{1024, 1, 1}, Args: []any{a, 0.5},
			Mode: Full})
		if err != nil {
			t.Fatal(err)
		}
		return r.Time * d.ClockMHz * 1e6
	}
	if got := clocks("GTX 480") / clocks("C2050"); got < 3.6 || got > 4.1 {
		t.Errorf("%.2f times the clocks, want 4 but for the rest of the kernel", got)
	}
}

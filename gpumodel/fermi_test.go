package gpumodel_test

import (
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// From 2.0 on a word of __constant__ memory at a known place is an operand, and an
// address of 64 bits two instructions: a wide multiply-add of the index.
func TestConstantOperand(t *testing.T) {
	m, err := Compile("weigh.cu", `__constant__ float c[4] = {1, 10, 100, 1000};
__global__ void weigh(float *a, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	a[i] = c[1] * a[i] + c[3] + c[i % 4];
}`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := modeltest.Card(t, "C2050")
	p, err := m.Kernels[0].Lower(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	listing := p.String()
	for piece, want := range map[string]int{"c[0x2][c+0x4]": 1, "c[0x2][c+0xc]": 1, "LDC": 1, "IMAD.WIDE": 1, "c[0x0][0x20]": 1} {
		if got := strings.Count(listing, piece); got != want {
			t.Errorf("%d times %s, want %d:\n%s", got, piece, want, listing)
		}
	}
	a, _ := NewArrayFunc(Float32, func(i int) float64 { return float64(i) }, 64)
	if _, err := Run(t.Context(), d, Launch{Kernel: m.Kernels[0], Grid: Dim3{1, 1, 1}, Block: Dim3{64, 1, 1}, Args: []any{a, int64(64)},
		Mode: Full}); err != nil {
		t.Fatal(err)
	}
	for i, power := range []float64{1, 10, 100, 1000} {
		if got, want := a.At(i), 10*float64(i)+1000+power; got != want {
			t.Errorf("element %d is %v, want %v", i, got, want)
		}
	}
}

package gpumodel_test

import (
	"math"
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"

	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/sfu"
)

// TestQuickTanh: with --use_fast_math tanhf is one instruction of the special function unit from 7.5 on, as in nvcc's code, and so is
// tanh.approx. Before there is none, and the function stays what it is.
func TestQuickTanh(t *testing.T) {
	for _, test := range []struct {
		card, value string
		fast, unit  bool
	}{
		{"H100", "tanhf(a[i])", true, true}, {"T4", "tanh(a[i])", true, true}, {"H100", "tanhf(a[i])", false, false},
		{"V100", "tanhf(a[i])", true, false}, {"K20X", "tanhf(a[i])", true, false}, {"A100 40GB", "a[i]; asm(\"tanh.approx.f32 %0, %0;\" : \"+f\"(a[i]))", false, true},
	} {
		m, err := Compile("k", "__global__ void k(float *a) { int i = threadIdx.x; a[i] = "+test.value+"; }",
			Options{Arithmetic: ir.Arithmetic{FastMath: test.fast}})
		if err != nil {
			t.Fatal(err)
		}
		in := []float32{0, 1e-3, -0.3, 0.5, 0.7, 1, -2.5, 7, 9, float32(math.Inf(-1))}
		a := modeltest.ArrayOf(t, in)
		if _, err := Run(t.Context(), modeltest.Card(t, test.card),
			Launch{Kernel: m.Kernels[0], Grid: Dim3{1, 1, 1}, Block: Dim3{len(in), 1, 1}, Args: []any{a}, Mode: Full}); err != nil {
			t.Fatal(err)
		}
		same := 0
		for i, x := range in {
			got := math.Float32frombits(uint32(a.Buffer().Load(4*i, 4)))
			if math.Abs(float64(got)-math.Tanh(float64(x))) > 1e-3 {
				t.Errorf("%s, %s of %g: %g", test.card, test.value, x, got)
			}
			if got == sfu.Tanh(x) {
				same++
			}
		}
		p, err := m.Kernels[0].Lower(t.Context(), modeltest.Card(t, test.card))
		if err != nil {
			t.Fatal(err)
		}
		unit := false
		for _, in := range p.Code {
			unit = unit || strings.HasPrefix(in.Text, "MUFU.TANH")
		}
		if unit != test.unit || (same == len(in)) != test.unit {
			t.Errorf("%s, %s, fast %v: MUFU.TANH %v, the unit's bits of %d of %d; want %v", test.card, test.value, test.fast, unit, same,
				len(in), test.unit)
		}
	}
	m, err := Compile("k", "__global__ void k(float *a) { asm(\"tanh.approx.f32 %0, %0;\" : \"+f\"(a[0])); }", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Kernels[0].Lower(t.Context(), modeltest.Card(t, "V100")); err == nil ||
		!strings.Contains(err.Error(), "came with 7.5: call tanhf") {
		t.Errorf("tanh.approx on a V100: %v", err)
	}
}

package gpumodel_test

import (
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// TestPastL1: what is loaded with .cg, or is volatile from 7.0 on, does not come from the L1, where a plain load finds it the second time.
func TestPastL1(t *testing.T) {
	for _, test := range []struct {
		load, listed string
		cached       bool
	}{
		{"v = c[i];", "LDG.E R", true},
		{"v = __ldcg(c + i);", "LDG.E.STRONG.GPU R", false},
		{`asm volatile("ld.global.cg.b32 %0, [%1];" : "=r"(v) : "l"(c + i) : "memory");`, "LDG.E.STRONG.GPU R", false},
		{"v = ((const volatile int *)c)[i];", "LDG.E R", false},
	} {
		k := modeltest.Compile(t, "__global__ void k(const int *c, int *d) { int v, s = 0, i = threadIdx.x;\n"+
			"for (int j = 0; j < 64; j++) { "+test.load+" s += v; i = (i + v) & 31; }\nd[threadIdx.x] = s; }")
		d := modeltest.Card(t, "H200")
		p, err := k.Lower(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(p.String(), test.listed) {
			t.Errorf("%s is not %s:\n%s", test.load, test.listed, p)
		}
		r, err := Run(t.Context(), d, Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1},
			Args: []any{modeltest.Zeros(t, Int32, 32), modeltest.Zeros(t, Int32, 32)}})
		if err != nil {
			t.Fatal(err)
		}
		// 63 dependent loads take the latency of the L1 or of the L2.
		if least := 63 * float64(d.L2HitClocks) / d.ClockMHz * 1e-6; r.Time > least == test.cached {
			t.Errorf("%s takes %.3g s; 63 loads from the L2 take %.3g", test.load, r.Time, least)
		}
	}
}

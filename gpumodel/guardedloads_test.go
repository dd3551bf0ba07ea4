package gpumodel_test

import (
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

const guarded = `__global__ void k(const float *a, float *out, int n, int stride, int m)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int i = 0; i < n; i++)
        if (t + i * stride < m) s += a[t + i * stride];
    out[t] = s;
}`

// A guard around a load in a loop: the loads of four iterations come before what uses them, and the sum stays in its
// register, as in ptxas's code for sm_90: four of @P LDG, then four of @P FADD R0, R0, R.
func TestGuardedLoadsTogether(t *testing.T) {
	code, err := modeltest.Compile(t, guarded).Lower(t.Context(), modeltest.Card(t, "H200"))
	if err != nil {
		t.Fatal(err)
	}
	loads, most := 0, 0
	for i, in := range code.Code {
		if in.Guard.Kind == isa.None {
			continue
		}
		switch in.Op {
		case ir.Load:
			loads++
		case ir.Add:
			most, loads = max(most, loads), 0
			if in.Dst != in.Src[0] {
				t.Errorf("instruction %d, %s: the sum goes to another register", i, in.Text)
			}
		}
	}
	if most != 4 {
		t.Errorf("%d loads are together, want 4", most)
	}
}

// What lanes that the guard leaves out keep, for limits that fall into a warp.
func TestGuardedLoadsResults(t *testing.T) {
	const threads, n, stride = 64, 7, 16
	a := modeltest.Zeros(t, Float32, threads+n*stride)
	for i := range a.Len() {
		a.Set(i, float64(1+i%13))
	}
	for _, m := range []int{0, 1, 37, 50, 111, 1 << 20} {
		for _, name := range []string{"GTX 280", "Tesla C2050", "V100", "H200"} {
			out := modeltest.Zeros(t, Float32, threads)
			if _, err := Run(t.Context(), modeltest.Card(t, name), Launch{Kernel: modeltest.Compile(t, guarded), Grid: Dim3{1, 1, 1},
				Block: Dim3{threads, 1, 1},
				Args:  []any{a, out, int64(n), int64(stride), int64(m)}, Mode: Full}); err != nil {
				t.Fatal(err)
			}
			for i := range threads {
				want := 0.0
				for k := range n {
					if at := i + k*stride; at < m {
						want += float64(1 + at%13)
					}
				}
				if got := out.At(i); got != want {
					t.Fatalf("%s, m = %d: out[%d] = %g, want %g", name, m, i, got, want)
				}
			}
		}
	}
}

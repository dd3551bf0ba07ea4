package isa

import (
	"fmt"
	"testing"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
)

// TestOneConstantOperand: an instruction has room for one word of constant memory or one
// immediate, however many of its sources are parameters, dimensions and constants.
func TestOneConstantOperand(t *testing.T) {
	for _, body := range []string{
		"a[0] = p + q;", "a[0] = p - q;", "a[0] = p * q + r;", "a[x] = p * x + q;", "a[x] = x * p + q;", "a[x] = p * 7 + q;",
		"a[p] = q * (int)blockDim.x + (int)gridDim.x;", "a[x] = p < q ? r : p;", "a[x] = c[1] * p + c[2];", "a[x] = min(p, q) & c[0];",
		"a[x] = (int)fmaf(f, g, f);", "a[x] = (int)fmaf(f, 2.0f, g);", "((double *)a)[p] = d * e + d;", "((long long *)a)[p] = l * m + l;",
		"if (p < q) a[x] = r << p;", "a[0] = p + p;", "a[x] = __mul24(p, q) + r;",
	} {
		for _, name := range []string{"C2050", "K20X", "H200"} {
			d, err := device.Get(name)
			if err != nil {
				t.Fatal(err)
			}
			p := lower(t, d, fmt.Sprintf(`__constant__ int c[4];
__global__ void k(int *a, int p, int q, int r, float f, float g, double d, double e, long long l, long long m) { int x = a[threadIdx.x]; %s }`, body))
			for _, in := range p.Code {
				words := 0
				for i, o := range in.Src {
					if o.constant() || o.Kind == Imm && !in.Op.Accesses() && i > 0 && in.Op != ir.Shfl {
						words++
					}
				}
				if words > 1 {
					t.Errorf("%s on %s: %s has %d such sources\n%s", body, name, in.Op, words, p)
				}
			}
		}
	}
}

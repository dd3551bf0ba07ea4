package ir

import (
	"fmt"
	"testing"
)

// TestParts takes both parts of kernels whose entry block has the accesses: what stands
// instead of a value is a value of that block, too.
func TestParts(t *testing.T) {
	for _, body := range []string{
		"a[0] = 1;",
		"a[0] = x;",
		"a[0] = a[1] * x;",
		"a[0] = a[1]; a[1] = (float)n; b[0] = 3; b[1] = n;",
		"b[0] = 0; if (n > 3) b[1] = n;",
		"if (n > 3) b[1] = n * n;",
		"a[n] = a[b[0]] + 1;",
		"atomicAdd(b, n);",
		"a[0] = atomicAdd(b + n, (int)a[1]) * x;",
		"if (n > 3) a[atomicAdd(b, 1)] = x;",
		"if (atomicCAS(b, 0, n) == 3) b[1] = n;",
		"double d = a[0]; a[1] = d * d; b[2] = b[3] + 1;",
	} {
		for _, target := range []Target{gt200, later} {
			for _, part := range []Part{MemoryOnly, MathOnly} {
				target.Part = part
				t.Run(fmt.Sprint(body, target.PointerBits, part), func(t *testing.T) {
					build(t, fmt.Sprintf("__global__ void k(float *a, int *b, float x, int n) { %s }", body), target)
				})
			}
		}
	}
}

package gpumodel_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/cputime"
	"warpbook.dev/internal/tier"
)

// longCode is a kernel of about so many bytes of straight-line code, with or without branches.
func longCode(bytes int, branches bool) string {
	var s strings.Builder
	s.WriteString("__global__ void k(float *a, int n) {\n\tfloat x = a[threadIdx.x], y = n, z = 1;\n")
	for i := 0; s.Len() < bytes; i++ {
		if branches {
			fmt.Fprintf(&s, "\tif (x > %d) { x = x * y + %d.5f; a[%d] = x; }\n", i, i, i)
		}
		fmt.Fprintf(&s, "\tx = x * y + %d.5f; y = y - x * z; z = z + a[%d + threadIdx.x];\n", i, i)
	}
	s.WriteString("\ta[threadIdx.x] = x + y + z;\n}\n")
	return s.String()
}

// liveAtOnce is a kernel of which n values live at the same time.
func liveAtOnce(n int) string {
	var s strings.Builder
	s.WriteString("__global__ void k(float *a, int n) {\n\tfloat s = 0;\n")
	for i := range n {
		fmt.Fprintf(&s, "\tfloat x%d = a[%d + threadIdx.x] * n;\n", i, i)
	}
	for i := range n {
		fmt.Fprintf(&s, "\ts += x%d;\n", i)
	}
	s.WriteString("\ta[threadIdx.x] = s;\n}\n")
	return s.String()
}

// unrolledIf is a loop with branches and a way out that is unrolled so often.
func unrolledIf(times int) string {
	return fmt.Sprintf(`__global__ void k(float *a, const float *b, int n) {
	float x = 0;
#pragma unroll %d
	for (int i = 0; i < n; i++) {
		if (b[i] > x) { x += b[i]; a[i] = x; } else { x -= 1; if (x < -4) break; }
	}
	a[threadIdx.x] = x;
}`, times)
}

// TestCompileBudget: what is too large to compile is refused by the loop or the struct that makes it so,
// with the limit, and before it takes much memory. What is just large is compiled.
func TestCompileBudget(t *testing.T) {
	tier.Check(t)
	const big = "struct S { float x[1 << 22]; int n; };\n"
	for _, c := range []struct{ name, source, want string }{
		{"struct behind a pointer", big + "__global__ void k(S *a, int n) {\n\ta[0].x[threadIdx.x] = n;\n}", ""},
		{"struct copied", big + "__global__ void k(S *a, int n) {\n\ta[0] = a[1];\n}",
			"test.cu:3:11: S has 4194305 elements: the model copies or initialises at most 16384 at once; do it element by element, in a loop"},
		{"nested loops", "__global__ void k(float *a, float x) {\n#pragma unroll\n\tfor (int i = 0; i < 4096; i++)\n#pragma unroll 8\n" +
			"\t\tfor (int j = 0; j < 8; j++)\n\t\t\tx = sinf(x) + a[i * j];\n\ta[0] = x;\n}", ""},
		{"pragma", "__global__ void k(float *a, float x, int n) {\n#pragma unroll 30000\n\tfor (int i = 0; i < n; i++) {\n\t\tx = x * a[i] + 1;\n\t}\n\ta[0] = x;\n}",
			"test.cu:3:2: unrolling this loop 30000 times makes the kernel larger than the 65536 values that the model compiles: unroll it less often"},
		{"straight line", longCode(700_000, false), "here the kernel has grown to more than the 65536 values that the model compiles: do the same work in a loop, or in several kernels"},
		{"values at once", liveAtOnce(5000), "here the values that are still needed fill more than the 4096 registers that the model assigns: use values soon after they are computed"},
	} {
		k := modeltest.Compile(t, c.source)
		before := allocated(t)
		_, err := k.Lower(t.Context(), modeltest.GTX280(t))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
		if took := allocated(t) - before; c.want != "" && took > 512<<20 {
			t.Errorf("%s: %d MB to refuse it", c.name, took>>20)
		}
	}
}

var errNobodyWaits = errors.New("nobody waits for it any more")

// TestCompileCancelled: wherever a compilation is, it looks at its context, and ends with the cause.
// It looks at least ten times a second of CPU time, and ends after 20 s of it.
func TestCompileCancelled(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for name, source := range map[string]string{
		"straight line": longCode(tier.Pick(10_000, 20_000, 200_000), false), "branches": longCode(tier.Pick(10_000, 20_000, 200_000), true),
		"many values": liveAtOnce(tier.Pick(150, 250, 3500)), "unrolled": unrolledIf(tier.Pick(32, 64, 512)),
	} {
		d := modeltest.Card(t, "GTX 280")
		if name == "straight line" || name == "many values" {
			d = modeltest.Card(t, "H200") // which moves loads by the pressure on registers
		}
		k := modeltest.Compile(t, source)
		all, begin := cputime.NewCountdown(t.Context(), 0, nil), cputime.Process()
		if _, err := k.Lower(all, d); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		took := cputime.Process() - begin
		t.Logf("%s: %v of CPU time, %d looks, at most %v apart", name, took, all.Looks(), all.Longest())
		if took > 20*time.Second {
			t.Errorf("%s took %v of CPU time, want at most 20 s", name, took)
		}
		if all.Longest() > 100*time.Millisecond {
			t.Errorf("%s: the context was not looked at for %v of CPU time", name, all.Longest())
		}
		for n := 1; n < all.Looks(); n *= 32 {
			if p, err := modeltest.Compile(t, source).Lower(cputime.NewCountdown(t.Context(), n, errNobodyWaits), d); !errors.Is(err,
				errNobodyWaits) {
				t.Errorf("%s, cancelled at look %d: %v, error %v, want %v", name, n, p != nil, err, errNobodyWaits)
			}
		}
	}
}

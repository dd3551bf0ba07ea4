package advise

import (
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/programs"
	"warpbook.dev/internal/tier"
)

const limitedKernels = `
// Two words moved for each flop.
__global__ void copy(float *out, const float *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i] * 2.0f;
}
// Hundreds of flops for each word.
__global__ void math(float *out, const float *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = in[i];
#pragma unroll
	for (int k = 0; k < 400; k++) x = x * x + 0.5f;
	out[i] = x;
}
// One warp on each SM, which loads, computes and loads again.
__global__ void late(float *out, const float *in, int n) {
	extern __shared__ float hold[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = 0;
	for (int k = 0; k < 64; k++) {
		x += in[i + k * 8192];
#pragma unroll
		for (int j = 0; j < 12; j++) x = x * x + 0.5f;
	}
	out[i] = x;
}
// Nothing but atomics, on sixteen words.
__global__ void bins(float *out, const float *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicAdd((int *)out + (i & 15), (int)in[i] | 1);
}`

func limitOf(t *testing.T, name string, kernel string, blocks, threads, shared int) *Limiter {
	t.Helper()
	m, err := gpumodel.Compile("limited.cu", limitedKernels, gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const n = 1 << 20
	in, _ := gpumodel.NewArray(gpumodel.Float32, n)
	out, _ := gpumodel.NewArrayFunc(gpumodel.Float32, func(i int) float64 { return float64(i) }, n)
	l, err := Limit(t.Context(), modeltest.Card(t, name), gpumodel.Launch{Kernel: m.Kernel(kernel),
		Grid: gpumodel.Dim3{X: blocks, Y: 1, Z: 1}, Block: gpumodel.Dim3{X: threads, Y: 1, Z: 1}, Shared: shared, Args: []any{out, in, int64(n)}})
	if err != nil {
		t.Fatal(err)
	}
	if err := out.Readable(); err != nil || out.At(17) != 17 {
		t.Errorf("%s: the array is changed: %v, %v", kernel, out.At(17), err)
	}
	return l
}

// What limits three kernels that are made for it, on two generations.
func TestLimiter(t *testing.T) {
	tier.Check(t)
	for _, name := range []string{"GTX 280", "C2050", "K20X"} {
		for _, c := range []struct {
			kernel                  string
			blocks, threads, shared int
			want                    string
		}{
			{"copy", 4096, 256, 0, VerdictMemory},
			{"math", 4096, 256, 0, VerdictMath},
			{"late", 256, 32, 12 << 10, VerdictMemoryLatency},
		} {
			l := limitOf(t, name, c.kernel, c.blocks, c.threads, c.shared)
			if got := l.Verdict(); got != c.want {
				t.Errorf("%s on %s is limited by %s, want %s: full %.3g, memory only %.3g, math only %.3g s", c.kernel, name, got, c.want,
					l.Full.Time, l.MemoryOnly.Time, l.MathOnly.Time)
			}
			if l.MemoryOnly.Time > 1.05*l.Full.Time || l.MathOnly.Time > 1.05*l.Full.Time {
				t.Errorf("%s on %s: a part takes longer than the whole: full %.3g, memory only %.3g, math only %.3g s", c.kernel, name,
					l.Full.Time, l.MemoryOnly.Time, l.MathOnly.Time)
			}
			for _, r := range []*gpumodel.Result{l.MemoryOnly, l.MathOnly} {
				if r.Occupancy.BlocksPerSM != l.Full.Occupancy.BlocksPerSM {
					t.Errorf("%s on %s: %d blocks on an SM, the whole has %d", c.kernel, name, r.Occupancy.BlocksPerSM, l.Full.Occupancy.BlocksPerSM)
				}
			}
			// The loads and stores of the part are those of the whole.
			for counter, want := range map[string]*gpumodel.Result{"gld_request": l.MemoryOnly, "gst_request": l.MemoryOnly} {
				whole, _ := l.Full.Counters.Get(counter)
				if got, _ := want.Counters.Get(counter); got != whole {
					t.Errorf("%s on %s: %s is %v of memory alone, %v of the whole", c.kernel, name, counter, got, whole)
				}
				if got, _ := l.MathOnly.Counters.Get(counter); got != 0 {
					t.Errorf("%s on %s: %s is %v of math alone", c.kernel, name, counter, got)
				}
			}
			flops := func(r *gpumodel.Result) float64 { return r.Flops() }
			if c.kernel == "math" && (flops(l.MathOnly) != flops(l.Full) || flops(l.MemoryOnly) != 0) {
				t.Errorf("flops: %v whole, %v of math alone, %v of memory alone", flops(l.Full), flops(l.MathOnly), flops(l.MemoryOnly))
			}
		}
	}
}

func TestLimiterOfDependentBlocks(t *testing.T) {
	p, err := programs.Find("reduce/last_block")
	if err != nil {
		t.Fatal(err)
	}
	l, err := p.Launch(programs.Run{N: 1 << 16})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Limit(t.Context(), modeltest.GTX280(t), l); err == nil || !strings.Contains(err.Error(), "depends on the results of others") {
		t.Errorf("got %v", err)
	}
}

// TestLimiterAtomics: atomics are accesses of memory. The math of a launch is without them, and what holds it up is named by the
// unit that does them one after the other.
func TestLimiterAtomics(t *testing.T) {
	tier.Check(t)
	for _, c := range []struct{ card, bound string }{
		{"GTX 280", gpumodel.BoundCamping}, {"K20X", gpumodel.BoundSlice}, {"H200", gpumodel.BoundSlice},
	} {
		l := limitOf(t, c.card, "bins", 1024, 256, 0)
		if l.Verdict() != VerdictMemory || l.Full.Bound() != c.bound {
			t.Errorf("%s: limited by %s, bound by %s (%s), want memory and %s: full %.3g, memory only %.3g, math only %.3g s", c.card, l.Verdict(),
				l.Full.Bound(), l.Full.Bounds[0].Formula, c.bound, l.Full.Time, l.MemoryOnly.Time, l.MathOnly.Time)
		}
		if n, of := l.MathOnly.Counters.Value("atom_count"), l.MemoryOnly.Counters.Value("atom_count"); n != 0 || of == 0 {
			t.Errorf("%s: %g atomics in the math, %g in the memory part", c.card, n, of)
		}
	}
}

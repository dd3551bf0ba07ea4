package gpumodel_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/internal/tier"
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
		{"K20X", "__launch_bounds__(512, 3)", 0, 40, false}, // twice as many registers on an SM
		{"K20X", "__launch_bounds__(512, 4)", 24, 32, false},
		{"K20X", "", 20, 20, true},
	} {
		d := modeltest.Card(t, test.card)
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
		out := modeltest.Zeros(t, Float32, n)
		if _, err := Run(t.Context(), d, Launch{Kernel: k, Grid: Dim3{blocks, 1, 1}, Block: Dim3{threads, 1, 1},
			Args: []any{out, in, int64(n)}, Mode: Full}); err != nil {
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

// No kernel has more registers than --maxrregcount allows, unless the limit is below the
// least that ptxas accepts: ptxas 12.9 raises every lower one to 24 for sm_70 to sm_100, and ptxas for 2.0 one below its ABI's.
func TestRegisterLimitsHold(t *testing.T) {
	const source = `
__global__ void histogram(const int *in, int *out, int n) {
	__shared__ int h[8][64];
	for (int i = threadIdx.x; i < 512; i += blockDim.x) (&h[0][0])[i] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&h[threadIdx.x / 32][in[i] & 63], 1);
	__syncthreads();
	if (threadIdx.x < 64) {
		int s = 0;
		for (int k = 0; k < 8; k++) s += h[k][threadIdx.x];
		atomicAdd(&out[threadIdx.x], s);
	}
}
__global__ void vectors(const float4 *a, float4 *c, int n) {
	float4 s[5];
	for (int i = 0; i < 5; i++) s[i] = a[threadIdx.x + i * 32];
	for (int k = 0; k < n; k++)
		for (int i = 0; i < 5; i++) {
			s[i].x = s[i].x * s[(i + 1) % 5].y + 1;
			s[i].y = s[i].z * s[i].w;
		}
	for (int i = 0; i < 5; i++) c[threadIdx.x + i * 32] = s[i];
}
__global__ void doubles(const double *a, double *c, int n) {
	double s[10];
	for (int i = 0; i < 10; i++) s[i] = a[threadIdx.x + i * 32];
	for (int k = 0; k < n; k++)
		for (int i = 0; i < 10; i++) s[i] = s[i] * s[(i + 1) % 10] + 1;
	for (int i = 0; i < 10; i++) c[threadIdx.x + i * 32] = s[i];
}`
	for card, least := range map[string]int{"GTX 280": 0, "C2050": 16, "K20X": 0, "V100": 24, "T4": 24, "H100": 24, "B200": 24} {
		for _, limit := range []int{8, 16, 20, 25, 32} {
			m, err := Compile("limits.cu", source, Options{MaxRegisters: limit})
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range m.Kernels {
				p, err := k.Lower(t.Context(), modeltest.Card(t, card))
				if err != nil {
					t.Fatal(err)
				}
				if most := max(limit, least); p.Registers > most {
					t.Errorf("%s on %s with --maxrregcount=%d: %d registers, want %d at most", k.Name, card, limit, p.Registers, most)
				}
			}
		}
	}
}

// What of the limits does not hold is told.
func TestRegisterNote(t *testing.T) {
	for _, test := range []struct {
		card, bounds string
		option       int
		want         string
	}{
		{"C2050", "", 20, ""},
		{"C2050", "__launch_bounds__(512, 3)", 0, ""},
		{"C2050", "__launch_bounds__(512, 4)", 0, "__launch_bounds__ of many asks for 4 blocks of 512 threads on an SM, of which Tesla C2050 has 3 at most: the second number is ignored"},
		{"C2050", "__launch_bounds__(32, 9)", 0, "__launch_bounds__ of many asks for 9 blocks of 32 threads on an SM, of which Tesla C2050 has 8 at most: the second number is ignored"},
		{"GTX 280", "__launch_bounds__(1024)", 0, "__launch_bounds__ of many allows blocks of 1024 threads, GTX 280 has 512 at most"},
		{"C2050", "__launch_bounds__(512)", 20, "--maxrregcount is ignored for many: its __launch_bounds__ decide"},
		{"H100", "", 24, ""},
		{"H100", "", 16, "--maxrregcount=16 counts as 24 for many: a thread on H100 SXM has at least so many registers"},
		{"H100", "__launch_bounds__(512)", 16, "--maxrregcount is ignored for many: its __launch_bounds__ decide"},
	} {
		m, err := Compile("many.cu", manyValues(test.bounds), Options{MaxRegisters: test.option})
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Kernels[0].RegisterNote(modeltest.Card(t, test.card)); got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
}

// Where registers are few, fewer loads go ahead of their use: nothing is spilled, and
// what has its registers has its loads ahead.
func TestFewerLoadsAhead(t *testing.T) {
	for limit, ahead := range map[int]int{0: 12, 40: 12, 20: 8, 16: 4} {
		m, err := Compile("sum.cu", `__global__ void sum(float *out, const float *in, int n) {
	float s = 0;
	for (int i = 0; i < n; i++) {
#pragma unroll
		for (int j = 0; j < 12; j++) s = s * 0.5f + in[(i * 12 + j) * 32 + threadIdx.x];
	}
	out[threadIdx.x] = s;
}`, Options{MaxRegisters: limit})
		if err != nil {
			t.Fatal(err)
		}
		p, err := m.Kernels[0].Lower(t.Context(), modeltest.Card(t, "C2050"))
		if err != nil {
			t.Fatal(err)
		}
		longest, row := 0, 0 // loads without arithmetic of floats between
		for _, in := range p.Code {
			switch {
			case in.Op == ir.Load && in.Space == ir.Global:
				row++
				longest = max(longest, row)
			case in.Class == isa.ClassFP32:
				row = 0
			}
		}
		if p.LocalBytes > 0 || longest < ahead || limit > 0 && p.Registers > limit {
			t.Errorf("limit %d: %d registers, %d bytes of local memory, %d loads ahead, want %d:\n%s", limit, p.Registers, p.LocalBytes,
				longest, ahead, p)
		}
	}
}

// From 7.0 on loads go ahead until the registers of a full SM are taken, then one by one, as
// registers become free.
func TestLoadsRoll(t *testing.T) {
	m, err := Compile("sum.cu", `__global__ void sum(float *out, const float *in) {
	float s = 0;
	in += threadIdx.x;
#pragma unroll
	for (int j = 0; j < 64; j++) s += in[j * 32];
	out[threadIdx.x] = s;
}`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, most := range map[string]int{"H200": 32, "RTX 3090": 40, "Tesla T4": 64} {
		p, err := m.Kernels[0].Lower(t.Context(), modeltest.Card(t, name))
		if err != nil {
			t.Fatal(err)
		}
		flight, first, sums := 0, 0, 0 // loads that are not used yet
		for _, in := range p.Code {
			switch {
			case in.Op == ir.Load && in.Space == ir.Global:
				flight++
				if sums == 0 {
					first++
				}
			case in.Class == isa.ClassFP32:
				sums++
				flight--
				if left := 64 - sums; flight < min(left, first-2) {
					t.Errorf("%s: %d loads under way behind sum %d, %d at first:\n%s", name, flight, sums, first, p)
				}
			}
		}
		if p.Registers > most || first < most-10 {
			t.Errorf("%s: %d registers, %d loads ahead at first; want at most %d registers:\n%s", name, p.Registers, first, most, p)
		}
	}
}

// randomKernel writes a kernel of integers: long-lived values of one and two registers,
// changed in loops and branches, with words of shared memory between barriers.
func randomKernel(r *rand.Rand) string {
	var s strings.Builder
	const ints, longs = 12, 5
	s.WriteString("__global__ void k(long long *out, const int *in, int n) {\n__shared__ int s[64];\nint t = threadIdx.x, z = 3;\n")
	for i := range ints {
		fmt.Fprintf(&s, "int v%d = in[t + %d];\n", i, 7*i)
	}
	for i := range longs {
		fmt.Fprintf(&s, "long long w%d = (long long)v%d * %d;\n", i, i, 1+r.Uint32N(1<<30))
	}
	value := func() string {
		switch k := r.IntN(20); {
		case k < 12:
			return fmt.Sprint("v", k)
		case k < 14:
			return fmt.Sprint(r.IntN(100))
		case k < 16:
			return fmt.Sprintf("s[(t + %d) & 63]", r.IntN(64))
		}
		return fmt.Sprintf("(int)w%d", r.IntN(longs))
	}
	var statements func(depth, n int, uniform bool)
	statements = func(depth, n int, uniform bool) {
		for range n {
			switch k := r.IntN(12); {
			case k < 5:
				fmt.Fprintf(&s, "v%d = %s %c %s;\n", r.IntN(ints), value(), "+-*^&|"[r.IntN(6)], value())
			case k < 7:
				fmt.Fprintf(&s, "w%d = w%d * 3 + %s;\n", r.IntN(longs), r.IntN(longs), value())
			case k == 7 && uniform:
				fmt.Fprintf(&s, "__syncthreads(); s[t] = v%d; __syncthreads();\n", r.IntN(ints))
			case k == 8 && uniform && depth < 3:
				fmt.Fprintf(&s, "for (int i%d = 0; i%d < n + %d; i%d++) {\n", depth, depth, r.IntN(3), depth)
				statements(depth+1, 6, true)
				s.WriteString("}\n")
			case k == 9 && depth < 3:
				fmt.Fprintf(&s, "z = 3; while ((v%d & 7) > %d && z-- > 0) {\n", r.IntN(ints), r.IntN(8))
				statements(depth+3, 4, false)
				s.WriteString("}\n")
			case k >= 10 && depth < 4:
				fmt.Fprintf(&s, "if (%s < %s) {\n", value(), value())
				statements(depth+1, 3, false)
				s.WriteString("} else {\n")
				statements(depth+1, 2, false)
				s.WriteString("}\n")
			}
		}
	}
	s.WriteString("s[t] = v0; __syncthreads();\n")
	statements(0, 25, true)
	s.WriteString("long long all = 0;\n")
	for i := range ints {
		fmt.Fprintf(&s, "all = all * 31 + v%d;\n", i)
	}
	for i := range longs {
		fmt.Fprintf(&s, "all ^= w%d + %d;\n", i, i)
	}
	s.WriteString("out[t] = all;\n}\n")
	return s.String()
}

// A random kernel computes the same with any number of registers.
func TestRandomKernelsWithFewRegisters(t *testing.T) {
	tier.Check(t)
	t.Parallel()
	in, err := NewArrayFunc(Int32, func(i int) float64 { return float64(i*i%1009 - 500) }, 64+7*12)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range tier.Pick[uint64](1, 2, 100) {
		source := randomKernel(rand.New(rand.NewPCG(seed, 5)))
		for _, name := range []string{"GTX 280", "C2050", "K20X", "H200"} {
			var want []float64
			for _, limit := range []int{0, 20, 12} {
				m, err := Compile("k.cu", source, Options{MaxRegisters: limit})
				if err != nil {
					t.Fatalf("%v\n%s", err, source)
				}
				out := modeltest.Zeros(t, Int64, 64)
				l := Launch{Kernel: m.Kernels[0], Grid: Dim3{1, 1, 1}, Block: Dim3{64, 1, 1}, Args: []any{out, in, int64(2)}, Mode: Full}
				if _, err := Run(t.Context(), modeltest.Card(t, name), l); err != nil {
					t.Fatalf("%s, %d registers: %v\n%s", name, limit, err, source)
				}
				var got []float64
				for i := range 64 {
					got = append(got, out.At(i))
				}
				if want == nil {
					want = got
				}
				if d := cmp.Diff(want, got); d != "" {
					t.Fatalf("seed %d, %s, %d registers: results without (-) and with (+) the limit:\n%s\n%s", seed, name, limit, d, source)
				}
			}
		}
	}
}

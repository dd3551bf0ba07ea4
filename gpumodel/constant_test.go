package gpumodel_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/tier"
)

const constantSource = `__constant__ float c[4096];
__constant__ int next[4096];
// All threads of a warp read one address, two in each half-warp, or sixteen.
__global__ void one(float *o, int n) { float s = 0; for (int i = 0; i < n; i++) s += c[i & 15]; o[blockIdx.x * blockDim.x + threadIdx.x] = s; }
__global__ void two(float *o, int n) { float s = 0; for (int i = 0; i < n; i++) s += c[i + (threadIdx.x >> 3) & 15]; o[blockIdx.x * blockDim.x + threadIdx.x] = s; }
__global__ void sixteen(float *o, int n) { float s = 0; for (int i = 0; i < n; i++) s += c[i + threadIdx.x & 15]; o[blockIdx.x * blockDim.x + threadIdx.x] = s; }
__global__ void twice(float *o, int n) { float s = 0; for (int i = 0; i < n; i++) s += c[i & 15] * c[i & 15 | 16]; o[blockIdx.x * blockDim.x + threadIdx.x] = s; }
__global__ void rounds(float *o, int words, int times) {
	float s = 0;
	for (int t = 0; t < times; t++) for (int i = 0; i < words; i++) s += c[i];
	o[blockIdx.x] = s;
}
__global__ void chain(int *o, int steps) { int i = 0; for (int s = 0; s < steps; s++) i = next[i]; *o = i; }`

func counted(t *testing.T, r *Result, name string) float64 {
	t.Helper()
	x, err := r.Counters.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestConstantRequests: a half-warp's read of constant memory is one request for
// each different address (CUDA C Programming Guide 3.2, section 5.3.2.4).
func TestConstantRequests(t *testing.T) {
	tier.Check(t)
	m := modeltest.Compile(t, constantSource).Module
	const blocks, threads, n = 30, 512, 200 // one block on each SM
	const loads = blocks * threads / 32 * n
	clocks := map[string]float64{}
	for _, test := range []struct {
		kernel   string
		requests float64 // of a warp
	}{{"one", 2}, {"two", 4}, {"sixteen", 32}} {
		o, _ := NewArray(Float32, blocks*threads)
		r := runOn(t, m.Kernel(test.kernel), blocks, threads, o, int64(n))
		for name, want := range map[string]float64{"constant_load": loads, "idc__requests.sum": test.requests * loads,
			"warp_serialize": (test.requests - 2) * loads,
			"gld_request":    0, "constant_cache_miss": 30} { // a line of 64 bytes in each SM
			if got := counted(t, r, name); got != want {
				t.Errorf("%s: %s = %v, want %v", test.kernel, name, got, want)
			}
		}
		clocks[test.kernel] = r.Time * 1296e6
		if named := strings.Contains(r.Bound(), "constant"); named != (test.kernel == "sixteen") {
			t.Errorf("%s is bound by %s", test.kernel, r.Bound())
		}
	}
	// A request takes the time of 16 threads at 8 a clock: 2 clocks; the addition of
	// the thread's number takes 4. 16 warps of n loads share an SM.
	want := 16.0 * n * ((32-2)*2 + 4)
	if got := clocks["sixteen"] - clocks["one"]; math.Abs(got/want-1) > 0.02 {
		t.Errorf("sixteen addresses cost %.0f clocks more than one, want %.0f", got, want)
	}
	// A broadcast is not free: a second one in each step costs its 4 clocks of issue, and the multiply-add that takes the place of the add
	// none.
	o, _ := NewArray(Float32, blocks*threads)
	twice := runOn(t, m.Kernel("twice"), blocks, threads, o, int64(n)).Time * 1296e6
	if got, want := twice-clocks["one"], 16.0*n*4; got < want {
		t.Errorf("a second broadcast costs %.0f clocks, want at least %.0f", got, want)
	}
}

// TestConstantWorkingSet: 8 KB stay in the cache of an SM, more that is read round
// and round does not.
func TestConstantWorkingSet(t *testing.T) {
	tier.Check(t)
	m := modeltest.Compile(t, constantSource).Module
	for _, test := range []struct{ bytes, times, misses int }{
		{4096, 1, 64}, {4096, 3, 64}, {8192, 3, 128}, {16384, 1, 256}, {16384, 3, 768},
	} {
		const blocks = 30
		o, _ := NewArray(Float32, blocks)
		r := runOn(t, m.Kernel("rounds"), blocks, 32, o, int64(test.bytes/4), int64(test.times))
		looked := float64(blocks * test.bytes / 4 * test.times)
		misses := float64(blocks * test.misses)
		for name, want := range map[string]float64{"constant_cache_miss": misses, "constant_cache_hit": looked - misses,
			"dram__bytes_read.sum": 64 * misses} {
			if got := counted(t, r, name); math.Abs(got-want) > 1e-6 {
				t.Errorf("%d bytes %d times: %s = %v, want %v", test.bytes, test.times, name, got, want)
			}
		}
	}
}

// TestConstantLatency: a chain of reads waits for memory at each new line and
// hardly at all where the line is there.
func TestConstantLatency(t *testing.T) {
	m := modeltest.Compile(t, constantSource).Module
	next, err := m.Symbol("next")
	if err != nil {
		t.Fatal(err)
	}
	const lines = 64
	for i := range lines { // word 16 of one line points to word 16 of the next, the last to the first
		next.SetInt(16*i, int64((i+1)%lines*16))
	}
	o, _ := NewArray(Int32, 1)
	clocks := func(steps int) float64 {
		r := runOn(t, m.Kernel("chain"), 1, 1, o, int64(steps))
		if got, want := o.Int(0), int64(steps%lines*16); got != want {
			t.Fatalf("after %d steps at word %d, want %d", steps, got, want)
		}
		return r.Time * 1296e6
	}
	cold, both := clocks(lines), clocks(2*lines)
	if per := cold / lines; per < 440 || per > 640 {
		t.Errorf("a miss takes %.0f clocks, want the 440 of global memory and the arithmetic", per)
	}
	if per := (both - cold) / lines; per < 24 || per > 160 {
		t.Errorf("a hit takes %.0f clocks, want the 24 of a register and the arithmetic of the loop", per)
	}
}

// TestConstantWidths: characters, shorts, doubles and structs of constants.
func TestConstantWidths(t *testing.T) {
	k := modeltest.Compile(t, `struct entry { short a; double b; };
__constant__ char small[4] = {-1, 2, -3, 4};
__constant__ unsigned short half[2][2] = {{65535, 1}, {2, 3}};
__constant__ entry table[2] = {{7, 0.25}, {-8, 1e10}};
__constant__ float4 v = {1, 2, 3, 4};
__global__ void k(double *o) {
	int i = threadIdx.x;
	o[i] = small[i & 3] + half[i & 1][1 - (i & 1)] + table[i >> 1 & 1].b + table[i & 1].a + v.w;
}`)
	o, _ := NewArray(Float64, 32)
	r := runOn(t, k, 1, 32, o)
	small, half, b, a := []float64{-1, 2, -3, 4}, []float64{1, 2}, []float64{0.25, 1e10}, []float64{7, -8}
	for i := range 32 {
		if got, want := o.At(i), small[i&3]+half[i&1]+b[i>>1&1]+a[i&1]+4; got != want {
			t.Errorf("thread %d: %v, want %v", i, got, want)
		}
	}
	// small has 4 addresses in each half-warp, half 2, b 2 of two words, and a 2. v.w is a source of its sum, which asks for nothing.
	if got, want := counted(t, r, "idc__requests.sum"), 2.0*(4+2+2*2+2); got != want {
		t.Errorf("%v requests, want %v", got, want)
	}
}

// TestConstantWindows: on 1.x an instruction takes a word of constant memory from the 512 bytes behind an address register. Register 0
// is always 0; another is set once for each further window. Where a source in shared memory needs the address register, or no source
// may be in constant memory, the word is moved to a register.
func TestConstantWindows(t *testing.T) {
	var numbers strings.Builder
	for i := range 256 {
		fmt.Fprintf(&numbers, "%d,", i)
	}
	m, err := Compile("windows.cu", `__constant__ float before[100] = {0, 1000};
__constant__ float c[256] = {`+numbers.String()+`};
__global__ void sum(float *a) {
	float s = a[threadIdx.x];
#pragma unroll
	for (int i = 0; i < 256; i++)
		s = s + c[i];
	a[threadIdx.x] = s;
}
__global__ void with_shared(float *a) {
	__shared__ float s[32];
	s[threadIdx.x] = a[threadIdx.x];
	__syncthreads();
	a[threadIdx.x] = s[31 - threadIdx.x] * c[200] + c[201] * c[2] + before[1];
}`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := modeltest.Card(t, "GTX 280")
	for _, test := range []struct {
		kernel string
		pieces map[string]int
		want   func(i int) float64
	}{
		// c begins at byte 400, so 28 of its words are in the first window, 128 in the second and 100 in the third.
		{"sum", map[string]int{", c[1][0x": 28, ", c[1][$ofs": 228, "mov.b32 $ofs": 2},
			func(i int) float64 { return float64(i) + 255*256/2 }},
		{"with_shared", map[string]int{"c[1][$ofs": 0, "mov.b32 $r2, c[1][0x04b0]": 1, "mov.b32 $r0, c[1][0x04b4]": 1},
			func(i int) float64 { return float64((31-i)*200 + 201*2 + 1000) }},
	} {
		t.Run(test.kernel, func(t *testing.T) {
			p, err := m.Kernel(test.kernel).Lower(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			listing := p.String()
			for piece, want := range test.pieces {
				if got := strings.Count(listing, piece); got != want {
					t.Errorf("%d times %s, want %d:\n%s", got, piece, want, listing)
				}
			}
			a, _ := NewArrayFunc(Float32, func(i int) float64 { return float64(i) }, 32)
			if _, err := Run(t.Context(), d, Launch{Kernel: m.Kernel(test.kernel), Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1},
				Args: []any{a}, Mode: Full}); err != nil {
				t.Fatal(err)
			}
			for i := range 32 {
				if got, want := a.At(i), test.want(i); got != want {
					t.Errorf("element %d is %v, want %v", i, got, want)
				}
			}
		})
	}
}

package gpumodel_test

import (
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// TestCallsWithoutTheirTime: a result knows of what it has no time of a card's, the heap, recursion, and calls of one function or another.
func TestCallsWithoutTheirTime(t *testing.T) {
	for _, test := range []struct {
		body                     string
		heap, recursive, chooses bool
	}{
		{"o[threadIdx.x] = 1;", false, false, false},
		{"int *p = new int; *p = 1; o[threadIdx.x] = *p; delete p;", true, false, false},
		{"o[threadIdx.x] = fib(threadIdx.x);", false, true, false},
		{"int (*f)(int) = one; o[threadIdx.x] = f(threadIdx.x);", false, false, false},
		{"int (*f)(int) = threadIdx.x > 3 ? one : two; o[threadIdx.x] = f(threadIdx.x);", false, false, true},
		{"A a; B b; A *p = threadIdx.x > 3 ? &a : &b; o[threadIdx.x] = p->f();", false, false, true},
	} {
		k := modeltest.Compile(t, "__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\n"+
			"__device__ int one(int n) { return n + 1; }\n__device__ int two(int n) { return n + 2; }\n"+
			"struct A { __device__ virtual int f() { return 1; } }; struct B : A { __device__ int f() override { return 2; } };\n__global__ void k(int *o) { "+test.body+" }")
		r, err := Run(t.Context(), modeltest.Card(t, "H200"), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{8, 1, 1},
			Args: []any{modeltest.Zeros(t, Int32, 8)}})
		if err != nil {
			t.Fatal(err)
		}
		if r.UsesHeap() != test.heap || r.Recursive() != test.recursive || r.Chooses() != test.chooses {
			t.Errorf("%s: heap %v, recursion %v, choice %v", test.body, r.UsesHeap(), r.Recursive(), r.Chooses())
		}
	}
}

// TestLoopsOnShared: a result knows of atomics on shared memory at which warps may disturb one another. The banks add integers.
func TestLoopsOnShared(t *testing.T) {
	for _, test := range []struct {
		card, typ string
		threads   int
		want      bool
	}{
		{"H200", "float", 64, true}, {"H200", "unsigned long long", 64, true}, {"H200", "float", 32, false}, {"H200", "int", 64, false},
	} {
		k := modeltest.Compile(t, "__global__ void k(int *o) { __shared__ "+test.typ+" s[32]; s[threadIdx.x & 31] = 0; __syncthreads();\n"+
			"atomicAdd(&s[threadIdx.x & 31], ("+test.typ+")2); __syncthreads(); o[threadIdx.x] = s[threadIdx.x & 31]; }")
		r, err := Run(t.Context(), modeltest.Card(t, test.card), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{test.threads, 1, 1},
			Args: []any{modeltest.Zeros(t, Int32, 64)}})
		if err != nil {
			t.Fatal(err)
		}
		if r.LoopsOnShared() != test.want {
			t.Errorf("%s, %d threads on a %s: %v", test.typ, test.threads, test.card, r.LoopsOnShared())
		}
	}
}

// TestBoundOfConstants: where lanes read different entries of a table the SM's unit for constants bounds the time, and no instruction
// is issued again.
func TestBoundOfConstants(t *testing.T) {
	k := modeltest.Compile(t, `__constant__ int table[64];
__global__ void k(int *o) { int s = 0, l = threadIdx.x & 31; for (int i = 0; i < 64; i++) s += table[(l + s) & 63]; o[threadIdx.x] = s; }`)
	r, err := Run(t.Context(), modeltest.Card(t, "H200"), Launch{Kernel: k, Grid: Dim3{132, 1, 1}, Block: Dim3{512, 1, 1},
		Args: []any{modeltest.Zeros(t, Int32, 512)}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Bound() != BoundConstants || r.Counters.Value("constant_load_replay") != 0 {
		t.Errorf("bound %s, %g replays", r.Bound(), r.Counters.Value("constant_load_replay"))
	}
}

// TestTimesItself: a kernel that measures a part of itself is known where warps share a scheduler and some blocks were not simulated; one
// that waits for the clock is not taken for one.
func TestTimesItself(t *testing.T) {
	const measures = "long long start = clock64(); float x = a[threadIdx.x]; n[threadIdx.x] = (int)(clock64() - start) + (int)x;"
	for _, test := range []struct {
		body string
		grid int
		mode Mode
		want bool
	}{
		{measures, 1 << 20, Sample, true},
		{measures, 1, Full, false},
		{"long long start = clock64(); while (clock64() - start < 1000); n[0] = 1;", 1 << 20, Sample, false},
		{"n[threadIdx.x] = (int)clock64();", 1 << 20, Sample, false},
	} {
		k := modeltest.Compile(t, "__global__ void k(float *a, int *n) { "+test.body+" }")
		a, n := modeltest.Zeros(t, Float32, 256), modeltest.Zeros(t, Int32, 256)
		r, err := Run(t.Context(), modeltest.Card(t, "H200"), Launch{Kernel: k, Grid: Dim3{test.grid, 1, 1}, Block: Dim3{256, 1, 1},
			Mode: test.mode, Args: []any{a, n}})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.TimesItself(); got != test.want {
			t.Errorf("%s, %d blocks: %v, want %v", test.body, test.grid, got, test.want)
		}
	}
}

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

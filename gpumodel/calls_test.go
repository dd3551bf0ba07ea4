package gpumodel

import "testing"

// TestCallsWithoutTheirTime: a result knows of what it has no time of a card's, the heap and recursion.
func TestCallsWithoutTheirTime(t *testing.T) {
	for _, test := range []struct {
		body            string
		heap, recursive bool
	}{
		{"o[threadIdx.x] = 1;", false, false},
		{"int *p = new int; *p = 1; o[threadIdx.x] = *p; delete p;", true, false},
		{"o[threadIdx.x] = fib(threadIdx.x);", false, true},
	} {
		k := compile(t, "__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\n__global__ void k(int *o) { "+test.body+" }")
		r, err := Run(t.Context(), card(t, "H200"), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{8, 1, 1}, Args: []any{zeros(t, Int32, 8)}})
		if err != nil {
			t.Fatal(err)
		}
		if r.UsesHeap() != test.heap || r.Recursive() != test.recursive {
			t.Errorf("%s: heap %v, recursion %v", test.body, r.UsesHeap(), r.Recursive())
		}
	}
}

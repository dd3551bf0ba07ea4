package host_test

import (
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/host"
)

// TestMacrosAndDefaults: a macro may have the name of a template parameter of the library, and the default of a template parameter may
// come from macros.
func TestMacrosAndDefaults(t *testing.T) {
	d, err := device.Get("Tesla T4")
	if err != nil {
		t.Fatal(err)
	}
	p, err := host.Compile(t.Context(), "p.cu", `#include <cstdio>
#include <vector>
#define T 16
#define SIZE 16
#define TYPE double
#define ADD(a, b) ((a) + (b))
template <typename E = TYPE, int N = ADD(SIZE, 1)> struct S { E x[N]; };
template <typename U, typename V = S<U, SIZE>> struct W { V v; };
template <int N = SIZE * 2> __global__ void k(int *out) { *out = N; }
int main() {
	std::vector<float> v(T);
	int *out, n = 0;
	cudaMalloc(&out, 4);
	k<<<1, 1>>>(out);
	cudaMemcpy(&n, out, 4, cudaMemcpyDeviceToHost);
	cudaFree(out);
	printf("%d %d %d %d\n", (int)v.size(), (int)sizeof(S<>), (int)sizeof(W<float>), n);
}
`, gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if _, err := p.Run(t.Context(), host.Options{Device: d, Args: []string{"./p"}, Stdout: &out, Stderr: &out}); err != nil {
		t.Fatal(err)
	}
	if want := "16 136 64 32\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

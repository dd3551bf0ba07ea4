package gpumodel

import "testing"

// TestKernelsOfNamespaces has two kernels of one name.
func TestKernelsOfNamespaces(t *testing.T) {
	m, err := Compile("", `namespace p { __global__ void k(int *a) { a[0] = 1; } __global__ void alone(int *a) { a[0] = 3; } }
namespace q { __global__ void k(int *a) { a[0] = 2; } __global__ void both(int *a) { k<<<1, 1>>>(a + 1); p::k<<<1, 1>>>(a); } }`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	out := []int32{0, 0}
	for _, x := range []struct {
		kernel string
		want   [2]int32
	}{{"p::k", [2]int32{1, 0}}, {"q::k", [2]int32{2, 0}}, {"alone", [2]int32{3, 0}}, {"both", [2]int32{1, 2}}} {
		k := m.Kernel(x.kernel)
		if k == nil {
			t.Fatalf("there is no kernel %q", x.kernel)
		}
		runOnce(t, k, 1, out)
		if got := [2]int32(out); got != x.want {
			t.Errorf("%s: got %v, want %v", x.kernel, got, x.want)
		}
	}
}

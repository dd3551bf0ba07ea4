package observe

import (
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/checker"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// TestConstWrites: an array may be written that the kernel was also given without const, and that alone.
func TestConstWrites(t *testing.T) {
	const signature = "__global__ void k(const int *in, int *out) "
	for _, tc := range []struct {
		text string
		same bool // both parameters are one array
		want string
	}{
		{signature + "{ out[threadIdx.x] = in[threadIdx.x]; }", false, ""},
		{signature + "{ out[threadIdx.x] = in[threadIdx.x]; }", true, ""},
		{signature + "{ ((int *)in)[threadIdx.x] = 0; }", true, ""},
		{signature + "{\n((int *)in)[threadIdx.x] = 0; }", false, "line 2: thread (0, 0, 0) of block (0, 0, 0) writes in[0], which the kernel was given to read: its parameter is const int* in"},
		{signature + "{\nif (threadIdx.x == 3) atomicAdd((int *)in + 5, 1); }", false, "line 2: thread (3, 0, 0) of block (0, 0, 0) updates in[5], which"},
		{signature + "{ if (threadIdx.x > 99) ((int *)in)[threadIdx.x] = 0; }", false, ""},
		{"struct both { const int *in; int *out; };\n__global__ void k(both b) { b.out[threadIdx.x] = b.in[threadIdx.x]; }", true, ""},
		// The pointer is read from memory, where the kernel may have got it from anybody.
		{signature + "{ if (threadIdx.x == 0) { *(int **)out = (int *)in; int *p = *(int **)out; p[0] = 1; } }", false, ""},
	} {
		m, err := gpumodel.Compile("k.cu", tc.text, gpumodel.Options{})
		if err != nil {
			t.Fatal(err)
		}
		in, out := array(t, 32), array(t, 32)
		if tc.same {
			out = in
		}
		l := gpumodel.Launch{Kernel: m.Kernels[0], Grid: gpumodel.Dim3{X: 1, Y: 1, Z: 1}, Block: gpumodel.Dim3{X: 32, Y: 1, Z: 1},
			Args: []any{in, out}}
		r, err := Check(t.Context(), modeltest.Card(t, "H200"), l)
		if err != nil {
			t.Fatalf("%s: %v", tc.text, err)
		}
		got := ""
		for _, f := range r.Faults {
			if f.Kind == checker.ConstWrite {
				got += f.What
			}
		}
		if (got == "") != (tc.want == "") || !strings.HasPrefix(got, tc.want) {
			t.Errorf("%s\n got %q\nwant %q", tc.text, got, tc.want)
		}
	}
}

func array(t *testing.T, n int) *gpumodel.Array {
	t.Helper()
	a, err := gpumodel.NewArray(gpumodel.Int32, n)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestNumbersThatLookLikePointers: where pointers have 32 bits, a number in memory may look like the address of an array, from where a
// kernel may have got a pointer to it. Then a write through a pointer of which the compiler does not know the array is not told
// (deviation 49).
func TestNumbersThatLookLikePointers(t *testing.T) {
	m, err := gpumodel.Compile("k.cu", "__global__ void k(const int *in, int *out) { int *p = out[31] ? (int *)in : out; p[threadIdx.x] = 1; }", gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		card   string
		number int64
		told   bool
	}{
		{"GTX 280", 1, true}, {"GTX 280", 1 << 20, false}, {"H200", 1, true}, {"H200", 1 << 20, true},
	} {
		in, out := array(t, 32), array(t, 32)
		out.SetInt(31, tc.number)
		l := gpumodel.Launch{Kernel: m.Kernels[0], Grid: gpumodel.Dim3{X: 1, Y: 1, Z: 1}, Block: gpumodel.Dim3{X: 32, Y: 1, Z: 1},
			Args: []any{in, out}}
		r, err := Check(t.Context(), modeltest.Card(t, tc.card), l)
		if err != nil {
			t.Fatal(err)
		}
		told := false
		for _, f := range r.Faults {
			told = told || f.Kind == checker.ConstWrite
		}
		if told != tc.told {
			t.Errorf("%s with the number %d in memory: told is %v, want %v", tc.card, tc.number, told, tc.told)
		}
	}
}

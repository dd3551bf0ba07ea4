package observe

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// Who wrote an element is found by a second run on what the arrays were before the first
// one, and changes nothing.
func TestPast(t *testing.T) {
	const source = `__global__ void k(int *a, const int *in) {
	int i = a[threadIdx.x];
	__syncthreads();
	a[i] = in[i];
	__syncthreads();
	if (threadIdx.x == 5)
		atomicAdd(a + 2, blockIdx.x);
}`
	k := modeltest.Must(gpumodel.Compile("k.cu", source, gpumodel.Options{})).Kernels[0]
	a, in := modeltest.Must(gpumodel.NewArray(gpumodel.Int32, 64)), modeltest.Must(gpumodel.NewArray(gpumodel.Int32, 64))
	for i := range 64 {
		a.SetInt(i, int64(63-i))
		in.SetInt(i, int64(i))
	}
	l := gpumodel.Launch{Kernel: k, Grid: gpumodel.Dim3{X: 1, Y: 1, Z: 1}, Block: gpumodel.Dim3{X: 64, Y: 1, Z: 1}, Args: []any{a, in}}
	for _, name := range []string{"GTX 280", "H200"} {
		d := modeltest.Card(t, name)
		for i := range 64 {
			a.SetInt(i, int64(63-i))
		}
		past := Remember(d, l)
		modeltest.Must(gpumodel.Run(t.Context(), d, l))
		for element, want := range map[int]*Write{
			0: {Thread: gpumodel.Dim3{X: 63, Y: 0, Z: 0}, Line: 4, Source: "a[i] = in[i];", Times: 1},
			2: {Thread: gpumodel.Dim3{X: 5, Y: 0, Z: 0}, Line: 7, Source: "atomicAdd(a + 2, blockIdx.x);", Times: 2},
		} {
			got, err := past.Writer(t.Context(), a, element)
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("%s: who wrote element %d (-want +got, %v):\n%s", name, element, err, diff)
			}
		}
		if w, err := past.Writer(t.Context(), in, 0); w != nil || err != nil || past.Wrote(in) {
			t.Errorf("%s: %+v has written what is only read (%v)", name, w, err)
		}
		for i := range 64 {
			if a.Int(i) != int64(i) {
				t.Fatalf("%s: element %d is %d after its writer was looked for", name, i, a.Int(i))
			}
		}
	}
	l.Mode = gpumodel.Sample
	if Remember(modeltest.Card(t, "GTX 280"), l) != nil {
		t.Error("a sampled launch has a past")
	}
}

package observe

import (
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/checker"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/memory"
)

// TestCheckedTexture: a tex1Dfetch out of bounds is a fault, a fetch with an address mode is none.
func TestCheckedTexture(t *testing.T) {
	for _, x := range []struct {
		fetch string
		want  string
	}{
		{"tex1Dfetch<float>(t, i)", ""},
		{"tex1Dfetch<float>(t, i - 1)", "line 3: thread (0, 0, 0) of block (0, 0, 0) fetches texel -1 of t, which has 32: tex1Dfetch has no address mode and gives 0. " +
			"Test the index before the fetch."},
		{"tex1Dfetch<float>(t, i + 3)", "line 3: thread (29, 0, 0) of block (0, 0, 0) fetches texel 32 of t, which has 32: tex1Dfetch has no address mode and gives 0. " +
			"Test the index before the fetch."},
		{"tex1D<float>(t, i + 3.5f)", ""},
	} {
		m, err := gpumodel.Compile("k.cu", "__global__ void k(cudaTextureObject_t t, float *out) {\n\tint i = threadIdx.x;\n\tout[i] = "+x.fetch+";\n}\n", gpumodel.Options{})
		if err != nil {
			t.Fatal(err)
		}
		texels := plantedArgument(t, "float[32]").(*gpumodel.Array)
		texture, err := gpumodel.NewTexture(texels, gpumodel.TextureModes{Address: memory.Clamp})
		if err != nil {
			t.Fatal(err)
		}
		one := gpumodel.Dim3{X: 1, Y: 1, Z: 1}
		l := gpumodel.Launch{Kernel: m.Kernels[0], Grid: one, Block: gpumodel.Dim3{X: 32, Y: 1, Z: 1},
			Args: []any{texture, plantedArgument(t, "float[32]=0")}}
		r, err := Check(t.Context(), modeltest.Card(t, "H200"), l)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, f := range r.Faults {
			if got += f.Text(); f.Kind != checker.OutOfBounds {
				t.Errorf("%s: %s", x.fetch, f.Kind)
			}
		}
		if got != x.want {
			t.Errorf("%s: %q, want %q", x.fetch, got, x.want)
		}
	}
}

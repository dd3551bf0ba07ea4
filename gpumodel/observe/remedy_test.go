package observe

import (
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// TestRemedy checks where barriers are proposed: only where they help, and all threads reach them.
func TestRemedy(t *testing.T) {
	for _, x := range []struct {
		name, source, card string
		want               []string // the remedies of the races, in order
	}{
		{"not between an if and its body", `
	s[t] = a[t];
	if (t < 63)
		a[t] = s[t + 1];`, "GTX 280", []string{"Put __syncthreads() before line 4"}},
		{"not in a branch", `
	s[t] = a[t];
	if (t < 63) {
		float x = 2;
		a[t] = x * s[t + 1];
	}`, "H200", []string{"Put __syncthreads() before line 4"}},
		{"between warps", `
	s[t] = a[t];
	a[t] = s[63 - t];`, "H200", []string{"Put __syncthreads() before line 4"}},
		{"a warp alone", `
	if (t < 32) {
		s[t] = a[t];
		a[t] = s[31 - t];
	}`, "H200", []string{"Put __syncwarp() before line 5: the threads of a warp need not go in step"}},
		{"within a warp", `
	s[t] = a[t];
	a[t] = s[t ^ 1];`, "H200", []string{"Put __syncwarp() or __syncthreads() before line 4: the threads of a warp need not go in step"}},
		{"the next round", `
	for (int i = 0; i < 4; i++) {
		s[t] = a[t] + i;
		__syncthreads();
		a[t] = s[63 - t];
	}`, "H200", []string{"Put __syncthreads() before line 7, at the end of the loop"}},
		{"both", `
	for (int i = 0; i < 4; i++) {
		s[t] = a[t] + i;
		a[t] = s[63 - t];
	}`, "H200", []string{"Put __syncthreads() before line 5, and another one before line 6, at the end of the loop"}},
		{"nothing helps", `
	if (t < 32)
		s[0] = t;
	else
		s[0] = a[t];
	a[t] = 1;`, "H200", []string{"Let each thread", "Let a barrier part", "Let each thread"}},
		{"a loop without braces", `
	for (int i = 0; i < 4; i++)
		s[(t + i) % 64] += a[t];`, "H200", []string{"Several threads"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			m, err := gpumodel.Compile("k.cu", "__global__ void k(float *a) {\n\t__shared__ float s[64]; int t = threadIdx.x;"+x.source+"\n}\n", gpumodel.Options{})
			if err != nil {
				t.Fatal(err)
			}
			l := gpumodel.Launch{Kernel: m.Kernels[0], Grid: gpumodel.Dim3{X: 1, Y: 1, Z: 1}, Block: gpumodel.Dim3{X: 64, Y: 1, Z: 1},
				Args: []any{plantedArgument(t, "float[64]")}}
			r, err := Check(t.Context(), modeltest.Card(t, x.card), l)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			ok := true
			for _, f := range r.Faults {
				if ok = ok && len(got) < len(x.want) && strings.HasPrefix(f.Remedy, x.want[len(got)]); f.Kind == "race" {
					got = append(got, f.Remedy)
				}
			}
			if !ok || len(got) != len(x.want) {
				t.Errorf("remedies %q, want %q\n%s", got, x.want, numbered(m.Source))
			}
		})
	}
}

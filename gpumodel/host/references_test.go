package host_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"warpbook.dev/gpumodel/host"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// TestNoReferences: what a program is told whose card came when CUDA had no texture references any more, and of one
// that binds none.
func TestNoReferences(t *testing.T) {
	program := func(bind string) string {
		return `texture<float, 1> t;
__global__ void fetch(float *out) { out[threadIdx.x] = tex1Dfetch(t, threadIdx.x); }
int main() {
	float *p;
	cudaMalloc(&p, 1024);
	` + bind + `
	fetch<<<1, 32>>>(p + 128);
	cudaFree(p);
}`
	}
	for _, c := range []struct{ card, bind, want string }{
		{"B200", "cudaMemset(p, 0, 1024); cudaBindTexture(0, t, p, 512);",
			"line 6: texture reference t: CUDA 12 has no texture references, and B200 needs 12.8 or newer: use cudaCreateTextureObject"},
		{"C2050", "int n[32]; for (int &i : n) i = 99; auto f = cudaCreateChannelDesc<float>(); cudaBindTexture(0, (textureReference *)n, p, &f, 512);",
			"line 6: cudaBindTexture: its argument is no texture reference of the program"},
		{"H200", "", "line 7: fetch: texture reference t is not bound: cudaBindTexture or cudaBindTextureToArray does it before the launch"},
	} {
		run, err := compiled(t, program(c.bind)).Run(t.Context(), host.Options{Device: modeltest.Card(t, c.card), Stdout: io.Discard,
			Stderr: io.Discard})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(run.Findings, c.want) {
			t.Errorf("on %s:\n%s\nwant %q", c.card, strings.Join(run.Findings, "\n"), c.want)
		}
	}
}

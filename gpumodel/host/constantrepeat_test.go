package host_test

import (
	"io"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/host"
)

// TestConstantsOfRepeats: a launch is not like an earlier one if a __constant__ variable that decides on a branch has changed, and is if
// another one has.
func TestConstantsOfRepeats(t *testing.T) {
	for _, name := range []string{"GTX 280", "Tesla T4", "H200"} {
		t.Run(name, func(t *testing.T) {
			d, err := device.Get(name)
			if err != nil {
				t.Fatal(err)
			}
			p, err := host.Compile(t.Context(), "p.cu", `__constant__ int rounds;
__constant__ float factor;
__global__ void k(float *y) {
	float s = y[threadIdx.x];
	for (int i = 0; i < rounds; i++) s = s * factor + 1;
	y[threadIdx.x] = s;
}
int main() {
	float *y;
	cudaMalloc(&y, 1024);
	cudaMemset(y, 0, 1024);
	int rounds[] = {10, 1000, 10, 10};
	float factors[] = {0.5f, 0.5f, 0.5f, 0.25f};
	for (int i = 0; i < 4; i++) {
		cudaMemcpyToSymbol(::rounds, &rounds[i], 4);
		cudaMemcpyToSymbol(factor, &factors[i], 4);
		k<<<1, 256>>>(y);
	}
	cudaFree(y);
}
`, gpumodel.Options{})
			if err != nil {
				t.Fatal(err)
			}
			r, err := p.Run(t.Context(), host.Options{Device: d, Args: []string{"./p"}, Stdout: io.Discard, Stderr: io.Discard})
			if err != nil {
				t.Fatal(err)
			}
			l := r.Launches()
			if len(l) != 4 {
				t.Fatalf("%d launches", len(l))
			}
			if l[1].Time < 2*l[0].Time || l[2].Time != l[0].Time || l[3].Time != l[0].Time {
				t.Errorf("10, 1000, 10 and 10 rounds take %g, %g, %g and %g s", l[0].Time, l[1].Time, l[2].Time, l[3].Time)
			}
		})
	}
}

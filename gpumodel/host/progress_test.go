package host_test

import (
	"io"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/host"
)

// TestProgress: whoever listens is told of each launch when it begins, with the model's time so far, which never goes back.
func TestProgress(t *testing.T) {
	d, err := device.Get("Tesla T4")
	if err != nil {
		t.Fatal(err)
	}
	p, err := host.Compile(t.Context(), "p.cu", `#include <cstdio>
__global__ void first(float *x) { x[threadIdx.x + blockIdx.x * blockDim.x] = 1; }
__global__ void second(float *x) { x[threadIdx.x] += 1; }
int main() {
	float *x;
	cudaMalloc(&x, 1 << 20);
	first<<<1024, 256>>>(x);
	for (int i = 0; i < 3; i++) second<<<1, 256>>>(x);
	printf("%d\n", (int)cudaDeviceSynchronize());
	cudaFree(x);
}
`, gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	begun, last := map[int]string{}, host.Progress{}
	_, err = p.Run(t.Context(), host.Options{Device: d, Args: []string{"./p"}, Stdout: io.Discard, Stderr: io.Discard,
		Progress: func(at host.Progress) {
			if at.Launches < last.Launches || at.Time < last.Time || at.Done > at.All {
				t.Errorf("after %+v comes %+v", last, at)
			}
			if last = at; at.Launches > 0 {
				begun[at.Launches] = at.Kernel
			}
		}})
	if err != nil {
		t.Fatal(err)
	}
	if len(begun) != 4 || begun[1] != "first" || begun[4] != "second" || last.Line != "line 8" || last.Time <= 0 {
		t.Errorf("launches are %v, the last word is %+v", begun, last)
	}
}

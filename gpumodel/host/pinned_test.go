package host_test

import (
	"io"
	"strings"
	"testing"

	"warpbook.dev/gpumodel/host"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// TestMappedOn32Bits: a GPU with addresses of 32 bits reaches mapped memory at an address of its own, and no other
// memory of the host.
func TestMappedOn32Bits(t *testing.T) {
	p := compiled(t, `#include <cstdio>
__global__ void twice(int *a) { a[threadIdx.x] *= 2; }
int main() {
	int *mapped, *other, *seen;
	cudaSetDeviceFlags(cudaDeviceMapHost);
	cudaHostAlloc(&mapped, 128, cudaHostAllocMapped | cudaHostAllocPortable | cudaHostAllocWriteCombined);
	cudaMallocHost(&other, 128);
	printf("other: %d\n", cudaHostGetDevicePointer((void **)&seen, other, 0));
	for (int i = 0; i < 32; i++) mapped[i] = i;
	printf("mapped: %d", cudaHostGetDevicePointer((void **)&seen, mapped, 0));
	printf(", %s\n", seen == mapped ? "the same address" : "another address");
	twice<<<1, 32>>>(seen);
	cudaThreadSynchronize();
	printf("%d %d\n", mapped[1], mapped[31]);
	cudaFreeHost(other);
	cudaFreeHost(mapped);
}`)
	for card, want := range map[string]string{
		"GTX 280": "other: 1\nmapped: 0, another address\n2 62\n",
		"C2050":   "other: 0\nmapped: 0, the same address\n2 62\n",
	} {
		var out strings.Builder
		if _, err := p.Run(t.Context(), host.Options{Device: modeltest.Card(t, card), Stdout: &out, Stderr: io.Discard}); err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Errorf("%s: got\n%swant\n%s", card, out.String(), want)
		}
	}
}

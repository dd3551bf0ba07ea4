package host_test

import (
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/host"
)

// TestDevices: each of several GPUs has its own variables, memory and clock; a kernel reaches the memory of another one only
// where peer access is enabled.
func TestDevices(t *testing.T) {
	const source = `#include <stdio.h>
__device__ int own;
__global__ void set(int v) { own = v; }
__global__ void get(int *p) { *p = own; }
__global__ void copy(int *to, const int *from) { *to = *from; }
int main()
{
    int n, now, *d[2], h;
    cudaGetDeviceCount(&n);
    cudaGetDevice(&now);
    printf("%d GPUs, %d\n", n, now);
    for (int i = 0; i < 2; i++) {
        cudaSetDevice(i);
        cudaMalloc(&d[i], 4);
        set<<<1, 1>>>(10 + i);
    }
    for (int i = 0; i < 2; i++) {
        cudaSetDevice(i);
        get<<<1, 1>>>(d[i]);
        cudaMemcpy(&h, d[i], 4, cudaMemcpyDeviceToHost);
        printf("%d\n", h);
    }
    cudaMemcpyPeer(d[0], 0, d[1], 1, 4);
    cudaMemcpy(&h, d[0], 4, cudaMemcpyDeviceToHost);
    printf("peer %d\n", h);
    int can;
    cudaDeviceCanAccessPeer(&can, 0, 1);
    cudaSetDevice(0);
    printf("%d %s %s\n", can, cudaGetErrorName(cudaDeviceEnablePeerAccess(1, 0)), cudaGetErrorName(cudaDeviceEnablePeerAccess(1, 0)));
    cudaGetLastError();
    set<<<1, 1>>>(0);
    copy<<<1, 1>>>(d[0], d[1]);
    cudaMemcpy(&h, d[0], 4, cudaMemcpyDeviceToHost);
    printf("by the kernel %d %s\n", h, cudaGetErrorName(cudaGetLastError()));
    cudaPointerAttributes a;
    cudaPointerGetAttributes(&a, d[1]);
    printf("on %d\n", a.device);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaSetDevice(1);
    set<<<1, 1, 0, s>>>(1);
    printf("a stream of the other GPU: %s\n", cudaGetErrorName(cudaGetLastError()));
    copy<<<1, 1>>>(d[1], d[0]);
    printf("without access: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaSetDevice(0);
    printf("the first one goes on: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}`
	const want = `2 GPUs, 0
10
11
peer 11
1 cudaSuccess cudaErrorPeerAccessAlreadyEnabled
by the kernel 11 cudaSuccess
on 1
a stream of the other GPU: cudaErrorInvalidResourceHandle
without access: cudaErrorIllegalAddress
the first one goes on: cudaSuccess
`
	d, err := device.Get("Tesla T4")
	if err != nil {
		t.Fatal(err)
	}
	p, err := host.Compile(t.Context(), "p.cu", source, gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	r, err := p.Run(t.Context(), host.Options{Device: d, Devices: 2, Stdout: &out})
	if err != nil {
		t.Fatal(err)
	}
	if out.String() != want {
		t.Errorf("got\n%s\nfindings: %q", out.String(), r.Findings)
	}
	found := false
	for _, f := range r.Findings {
		found = found || strings.Contains(f, "cudaDeviceEnablePeerAccess")
	}
	if !found {
		t.Errorf("nothing is said of the access to another GPU: %q", r.Findings)
	}
}

// TestShortPointers: a GPU whose pointers have 32 bits reaches its memory and its constants.
func TestShortPointers(t *testing.T) {
	const source = `#include <stdio.h>
__constant__ float factor[2];
__global__ void k(float *p) { p[threadIdx.x] = threadIdx.x * factor[threadIdx.x & 1]; }
int main()
{
    float *d, h[4], f[] = {10, 100};
    cudaMalloc((void **)&d, sizeof(h));
    cudaMemcpyToSymbol(factor, f, sizeof(f));
    k<<<1, 4>>>(d);
    printf("%s\n", cudaGetErrorString(cudaThreadSynchronize()));
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[2], h[3]);
}`
	d, err := device.Get("GTX 280")
	if err != nil {
		t.Fatal(err)
	}
	p, err := host.Compile(t.Context(), "p.cu", source, gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if _, err := p.Run(t.Context(), host.Options{Device: d, Stdout: &out}); err != nil {
		t.Fatal(err)
	}
	if want := "no error\n20 300\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

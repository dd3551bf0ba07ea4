package gpumodel

import (
	"slices"
	"strings"
	"testing"

	"warpbook.dev/internal/tier"
)

// TestNestedLaunches runs kernels that launch kernels.
func TestNestedLaunches(t *testing.T) {
	tier.Check(t)
	for _, name := range []string{"K20X", "H200"} {
		d := card(t, name)
		for _, e := range nestedExamples() {
			if strings.Contains(e.source, "cudaDeviceSynchronize") && name == "H200" {
				continue // it is gone from 9.0 on
			}
			t.Run(name+"/"+e.name, func(t *testing.T) { e.compute(t, e.kernel(t), d) })
		}
	}
}

func nestedExamples() []example {
	return []example{
		wholeKernel("nested/memory of the heap, and copies in the stream", `__global__ void triple(int *p, const int *in, int n) { if (threadIdx.x < n) p[threadIdx.x] += 3 * in[threadIdx.x]; }
__global__ void k(int *out, const int *in, int n) {
	if (threadIdx.x) return;
	int first = blockIdx.x * blockDim.x, count = min(n - first, 100), *p;
	char *c;
	if (cudaMalloc(&p, 4 * count + 4) != cudaSuccess || cudaMalloc((void **)&c, 7) != cudaSuccess) return;
	cudaMemsetAsync(p, 1, 4 * count + 4, 0);
	triple<<<1, 128>>>(p, in + first, count);
	cudaMemcpyAsync(c, p, 7, cudaMemcpyDeviceToDevice);
	cudaMemcpyAsync(out + first, p, 4 * count, cudaMemcpyDeviceToDevice, 0);
}`, func(i, n int, in []int32) int32 { return 0x01010101 + 3*in[i] }),
		wholeKernel("nested/blocks launch grids", `struct part { int first, n; };
template <int K> __global__ void leaf(int *out, int first, int n, int by) {
	__shared__ int s[32];
	int i = first + blockIdx.x * 32 + threadIdx.x;
	s[threadIdx.x] = i < n ? out[i] : 0;
	__syncthreads();
	if (i < n && i < first + 100) out[i] = K * s[threadIdx.x] + by;
}
__global__ void tail(int *out, part p) { if (threadIdx.x < p.n) out[p.first + threadIdx.x] *= 2; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] = in[i];
	__syncthreads();
	if (threadIdx.x == 0) {
		int first = blockIdx.x * blockDim.x, count = min(n - first, 100);
		cudaStream_t s;
		cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
		leaf<3><<<dim3((count + 31) / 32), 32, 0, s>>>(out, first, n, blockIdx.x);
		tail<<<1, 100, 0, cudaStreamTailLaunch>>>(out, part{first, count});
		cudaStreamDestroy(s);
	}
}`, func(i, n int, in []int32) int32 { return 2 * (3*in[i] + int32(i/100)) }),
		wholeKernel("nested/a kernel waits for its own", `__global__ void twice(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] *= 2; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] = in[i];
	__syncthreads();
	if (threadIdx.x == 0) {
		twice<<<ceilf(0.5f), 100>>>(out + i, min(n - i, 100));
		cudaDeviceSynchronize();
	}
	__syncthreads();
	if (i < n) out[i] += 1;
}`, func(i, n int, in []int32) int32 { return 2*in[i] + 1 }),
		wholeKernel("nested/quicksort", `__global__ void sort(int *a, int left, int right) {
	int p = a[(left + right) / 2], i = left, j = right;
	while (i <= j) {
		while (a[i] < p) i++;
		while (a[j] > p) j--;
		if (i <= j) { int x = a[i]; a[i++] = a[j]; a[j--] = x; }
	}
	if (right - left < 8) {
		for (int m = left; m <= right; m++) for (int q = m + 1; q <= right; q++) if (a[q] < a[m]) { int x = a[q]; a[q] = a[m]; a[m] = x; }
		return;
	}
	if (left < j) sort<<<1, 1>>>(a, left, j);
	if (i < right) sort<<<1, 1>>>(a, i, right);
}
__global__ void k(int *out, const int *in, int n) {
	int first = blockIdx.x * 100, i = first + threadIdx.x, last = min(first + 99, n - 1);
	if (i < n) out[i] = in[i];
	__syncthreads();
	if (threadIdx.x == 0) sort<<<1, 1>>>(out, first, last);
}`, func(i, n int, in []int32) int32 {
			first := i / 100 * 100
			part := slices.Sorted(slices.Values(in[first:min(first+100, n)]))
			return part[i-first]
		}),
	}
}

// TestNestedErrors has launches in kernels that cannot be.
func TestNestedErrors(t *testing.T) {
	for source, want := range map[string]string{
		"__global__ void k(int *a) { k<<<1, 1>>>(a); }":                                                        "nested 25 levels deep, and 24 is the limit",
		"__global__ void g(int *a) {}\n__global__ void k(int *a) { __shared__ int s[4]; g<<<1, 1>>>(s); }":     "cannot use shared memory of the thread that launches it",
		"__global__ void g(int *a) {}\n__global__ void k(int *a) { g<<<1, 2048>>>(a); }":                       "g, launched in line 2: block.x is 2048",
		"__global__ void g(int *a) { a[1 << 28] = 1; }\n__global__ void k(int *a) { g<<<1, 1>>>(a); }":         "g, launched in line 2: ",
		"__device__ void g(int *a) {}\n__global__ void k(int *a) { g<<<1, 1>>>(a); }":                          `"g" is not a kernel`,
		"__global__ void g(int *a) {}\n__global__ void k(int *a) { g<<<1>>>(a); }":                             "a launch has a grid, a block and perhaps bytes",
		"__global__ void g(int *a) {}\n__global__ void k(int *a) { g<<<1, 1>>>(a, 2); }":                       `function "g" takes 1 argument, got 2`,
		"__global__ void g(int *a) {}\n__global__ void k(int *a) { g<<<1, 1>>>(a); cudaDeviceSynchronize(); }": "cudaDeviceSynchronize in device code",
	} {
		a, err := NewArray(Int32, 16)
		if err != nil {
			t.Fatal(err)
		}
		m, err := Compile("k.cu", source, Options{})
		if err == nil {
			_, err = Run(t.Context(), card(t, "H200"), Launch{Kernel: m.Kernel("k"), Grid: Dim3{1, 1, 1}, Block: Dim3{1, 1, 1}, Args: []any{a}})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngot %v, want %q", source, err, want)
		}
	}
}

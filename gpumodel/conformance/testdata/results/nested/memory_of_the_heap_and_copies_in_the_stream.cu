// Memory of the heap, and copies in the stream.
//
// kernels: k
// sizes: 1 31 33 257 1000
// from: 3.5
// cards: K20X, H200

__global__ void triple(int *p, const int *in, int n) { if (threadIdx.x < n) p[threadIdx.x] += 3 * in[threadIdx.x]; }
__global__ void k(int *out, const int *in, int n) {
	if (threadIdx.x) return;
	int first = blockIdx.x * blockDim.x, count = min(n - first, 100), *p;
	char *c;
	if (cudaMalloc(&p, 4 * count + 4) != cudaSuccess || cudaMalloc((void **)&c, 7) != cudaSuccess) return;
	cudaMemsetAsync(p, 1, 4 * count + 4, 0);
	triple<<<1, 128>>>(p, in + first, count);
	cudaMemcpyAsync(c, p, 7, cudaMemcpyDeviceToDevice);
	cudaMemcpyAsync(out + first, p, 4 * count, cudaMemcpyDeviceToDevice, 0);
}

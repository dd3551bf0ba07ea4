// A kernel waits for its own.
//
// kernels: k
// sizes: 1 31 33 257 1000
// from: 3.5
// until: 9.0
// cards: K20X

__global__ void twice(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] *= 2; }
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
}

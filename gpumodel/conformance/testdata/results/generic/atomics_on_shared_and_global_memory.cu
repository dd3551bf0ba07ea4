// Atomics on shared and global memory.

__device__ int bump(int *p, int by) { return atomicAdd(p, by); }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
	__shared__ int s[2];
	if (t < 2) s[t] = 10;
	if (i < n) out[i] = 0;
	__syncthreads();
	if (i < n) {
		int *p = t % 4 < 2 ? &s[t % 2] : &out[i];
		if (t % 4 == 3) p = &s[1];
		bump(p, in[i]);
	}
	__syncthreads();
	if (i < n) atomicAdd(&out[i], s[0] - 2 * s[1]);
}

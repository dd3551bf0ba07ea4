// __device__ globals.
//
// out[1]: 0
// sums[2]: 0
// w[1]: 0

__device__ int counter = 5;
__device__ int total[2];
__device__ unsigned long long wide = 1ULL << 40;
__global__ void k(int *out, int *sums, long long *w, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		int mine = atomicAdd(&counter, 1);
		atomicAdd(&total[i & 1], 3);
		atomicAdd(&wide, 1ULL << 32);
		if (mine == n + 4) { out[0] = counter; sums[0] = total[0]; sums[1] = total[1]; *w = wide; }
	}
}

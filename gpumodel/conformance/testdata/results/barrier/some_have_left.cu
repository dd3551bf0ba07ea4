// Some have left.
//
// sizes: 64 192 1 31 45
// block: min(n, 64)
// in: rand(-30, 69)
// from: 2.0

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i];
	if (threadIdx.x % 3 == 0) return;
	out[i] = 2 * __syncthreads_count(threadIdx.x % 2) + __syncthreads_and(threadIdx.x % 3);
}

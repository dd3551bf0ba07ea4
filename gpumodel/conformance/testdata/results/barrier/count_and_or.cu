// Count, and, or.
//
// sizes: 64 192 1 31 45
// block: min(n, 64)
// in: rand(-30, 69)
// from: 2.0

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
	int v = __syncthreads_count(x > 10) + 1000 * __syncthreads_and(x > -31) + 2000 * __syncthreads_or(x == 69);
	out[i] = v + 10000 * __syncthreads_and(x) + 20000 * __syncthreads_or(x > 1000) + 100000 * __syncthreads_count(true);
}

// Scalar and flag.
//
// block: 96
// in: rand(-1000, 999)

__global__ void k(int *out, const int *in, int n) {
	__shared__ int best;
	__shared__ bool negative;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (threadIdx.x == 0) { best = -100000; negative = false; }
	__syncthreads();
	if (i < n) { atomicMax(&best, in[i]); if (in[i] < 0) negative = true; }
	__syncthreads();
	if (i < n) out[i] = negative ? best : -best;
}

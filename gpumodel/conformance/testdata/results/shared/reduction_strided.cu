// Reduction strided.
//
// block: 128
// shared: 512
// in: rand(-1000, 999)

__global__ void k(int *out, const int *in, int n) {
	extern __shared__ int s[];
	unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	s[t] = i < n ? in[i] : 0;
	__syncthreads();
	for (unsigned d = 1; d < blockDim.x; d *= 2) { unsigned at = 2 * d * t; if (at < blockDim.x) s[at] += s[at + d]; __syncthreads(); }
	if (t == 0) out[blockIdx.x * blockDim.x] = s[0];
}

// Reduction interleaved.
//
// block: 128
// shared: 512
// in: rand(-1000, 999)

__global__ void k(int *out, const int *in, int n) {
	extern __shared__ int s[];
	unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	s[t] = i < n ? in[i] : 0;
	__syncthreads();
	for (unsigned d = 1; d < blockDim.x; d *= 2) { if (t % (2 * d) == 0) s[t] += s[t + d]; __syncthreads(); }
	if (t == 0) out[blockIdx.x * blockDim.x] = s[0];
}

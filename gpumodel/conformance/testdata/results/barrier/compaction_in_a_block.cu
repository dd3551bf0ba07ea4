// Compaction in a block.
//
// sizes: 64 192 1 31 45
// block: min(n, 64)
// in: rand(-30, 69)
// from: 2.0

__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[64], next;
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, x = in[i];
	if (t == 0) next = 0;
	s[t] = 0;
	int kept = __syncthreads_count(x > 0);
	if (x > 0) {
		int before = 0;
		for (int j = 0; j < t; j++) before += in[i - t + j] > 0;
		s[before] = x;
	}
	__syncthreads();
	out[i] = t < kept ? s[t] : -kept;
}

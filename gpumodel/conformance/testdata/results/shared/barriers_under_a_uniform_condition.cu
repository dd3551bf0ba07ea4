// Barriers under a uniform condition.
//
// block: 64
// shared: 256
// in: rand(-1000, 999)

__global__ void k(int *out, const int *in, int n) {
	extern __shared__ int s[];
	int t = threadIdx.x, i = blockIdx.x * 64 + t;
	s[t] = i < n ? in[i] : -1000;
	for (int round = 0; ; round++) {
		__syncthreads();
		if (round == 3 + blockIdx.x % 2) break;
		int left = s[t], right = s[(t + 1) % 64];
		if (n > 10) __syncthreads();
		__syncthreads();
		s[t] = max(left, right);
	}
	if (i < n) out[i] = s[t];
}

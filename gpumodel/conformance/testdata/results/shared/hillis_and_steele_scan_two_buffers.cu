// Hillis and Steele scan, two buffers.
//
// block: 64
// shared: 512
// in: rand(-1000, 999)

__global__ void k(int *out, const int *in, int n) {
	extern __shared__ int s[];
	int t = threadIdx.x, from = 0, to = 1, i = blockIdx.x * 64 + t;
	s[t] = i < n ? in[i] : 0;
	for (int d = 1; d < 64; d *= 2) {
		__syncthreads();
		s[to * 64 + t] = s[from * 64 + t] + (t >= d ? s[from * 64 + t - d] : 0);
		to = from; from = 1 - from;
	}
	if (i < n) out[i] = s[from * 64 + t];
}

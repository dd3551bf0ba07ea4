// Maximum by a device function.
//
// block: 64
// shared: 256
// in: rand(-1000, 999)

__device__ void fold(int *s, int t, int d) { if (t < d && s[t + d] > s[t]) s[t] = s[t + d]; __syncthreads(); }
__global__ void k(int *out, const int *in, int n) {
	extern __shared__ int s[];
	int t = threadIdx.x, i = blockIdx.x * 64 + t;
	s[t] = i < n ? in[i] : -5000;
	__syncthreads();
	for (int d = 32; d; d /= 2) fold(s, t, d);
	if (!t) out[i] = *s;
}

// Bitonic sort.
//
// block: 64
// shared: 256
// in: rand(-1000, 999)

__global__ void k(int *out, const int *in, int n) {
	extern __shared__ int s[];
	unsigned t = threadIdx.x, i = blockIdx.x * 64 + t;
	s[t] = i < n ? in[i] : 0x7fffffff;
	__syncthreads();
	for (unsigned size = 2; size <= 64; size <<= 1)
		for (unsigned d = size >> 1; d > 0; d >>= 1) {
			unsigned o = t ^ d;
			if (o > t && (s[t] > s[o]) == ((t & size) == 0)) { int v = s[t]; s[t] = s[o]; s[o] = v; }
			__syncthreads();
		}
	if (i < n) out[i] = s[t];
}

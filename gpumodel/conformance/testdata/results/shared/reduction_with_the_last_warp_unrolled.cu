// Reduction with the last warp unrolled.
//
// block: 128
// shared: 512
// in: rand(-1000, 999)

// The lanes of a warp go together on these cards, on the host only where they wait.
#ifdef HOST
#define STEP(d) { int other = v[t + d]; __syncwarp(); v[t] += other; __syncwarp(); }
#else
#define STEP(d) v[t] += v[t + d];
#endif

__global__ void k(int *out, const int *in, int n) {
	extern __shared__ int s[];
	unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	s[t] = i < n ? in[i] : 0;
	__syncthreads();
	for (unsigned d = blockDim.x / 2; d > 32; d >>= 1) { if (t < d) s[t] += s[t + d]; __syncthreads(); }
	if (t < 32) { volatile int *v = s; STEP(32) STEP(16) STEP(8) STEP(4) STEP(2) STEP(1) }
	if (t == 0) out[blockIdx.x * blockDim.x] = s[0];
}

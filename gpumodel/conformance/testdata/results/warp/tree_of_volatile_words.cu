// Tree of volatile words.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

// The lanes of a warp go together on these cards, on the host only where they wait.
#ifdef HOST
#define STEP(d) { int other = s[t + d]; __syncwarp(); s[t] = v = v + other; __syncwarp(); }
#else
#define STEP(d) s[t] = v = v + s[t + d];
#endif

__device__ void reduce(volatile int *s, int t) {
	int v = s[t];
	STEP(16) STEP(8) STEP(4)
	STEP(2) STEP(1)
}
__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[2][48];
	int t = threadIdx.x, lane = t & 31, i = blockIdx.x * blockDim.x + t;
	s[t / 32][lane] = in[i];
	if (lane < 16) s[t / 32][lane + 32] = 0;
	__syncthreads();
	reduce(s[t / 32], lane);
	__syncthreads();
	out[i] = s[t / 32][0];
}

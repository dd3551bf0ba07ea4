// LCG and Monte Carlo.

__device__ unsigned next(unsigned &state) { state = state * 1664525u + 1013904223u; return state; }
__global__ void k(int *hits, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, inside = 0;
	if (i >= n) return;
	unsigned state = i * 747796405u + 1;
	for (int j = 0; j < 50; j++) {
		long long x = next(state) >> 16, y = next(state) >> 16;
		if (x * x + y * y < 1LL << 32) inside++;
	}
	hits[i] = inside;
}

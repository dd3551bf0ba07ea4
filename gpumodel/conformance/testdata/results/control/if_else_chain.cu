// If else chain.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	if (i < n) {
		int x = in[i];
		if (x < -50) r = 1; else if (x < 0) { r = x * 2; if (i % 3 == 0) r++; else r--; } else if (x == 7) r = 70; else r = -x;
		out[i] = r;
	}
}

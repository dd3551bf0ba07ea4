// Endless loop left by return value.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	if (i < n) {
		int x = in[i];
		for (;;) { x = x * 5 + 3; if (++r > 40 || (x & 63) == 11) break; } 
		out[i] = r;
	}
}

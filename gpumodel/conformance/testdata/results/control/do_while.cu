// Do while.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	if (i < n) {
		int x = in[i];
		do { r += x & 3; x >>= 1; } while (x > 2); r = r * 100 + x;
		out[i] = r;
	}
}

// Countdown of unsigned.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	if (i < n) {
		int x = in[i];
		for (unsigned k = (unsigned)(x & 31) + 1; k-- > 0; ) r += k; for (unsigned char c = 250; c > 4; c++) r += c;
		out[i] = r;
	}
}

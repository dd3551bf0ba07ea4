// Loop of doubles.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	if (i < n) {
		int x = in[i];
		double s = 1.5; for (double d = 0.25; d < 3.0; d += 0.5) { if (x > 0) s = s * d + 0.125; else s -= d; } r = (int)(s * 1000);
		out[i] = r;
	}
}

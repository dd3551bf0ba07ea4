// Swap doubles in a loop.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	if (i < n) {
		int x = in[i];
		double a = 1.0 / 3, b = x, c = 7; for (int k = 0; k < 5 + (i & 1); k++) { double t = a; a = b; b = c; c = t; } long long la = 1LL << 40, lb = 3; while (lb < la) { long long t = la; la = lb * 1024; lb = t; } r = (int)(a * 3) + 10 * (int)(b * 3) + 100 * (int)(c * 3) + (int)(la >> 9) + (int)(lb >> 20);
		out[i] = r;
	}
}

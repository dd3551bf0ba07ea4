// Nested loops, break and continue.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	if (i < n) {
		int x = in[i];
		
		for (int a = 0; a < 12; a++) {
			if ((a + i) % 4 == 1) continue;
			for (int b = a; ; b++) {
				if (b * x > 300 || b > 20) break;
				if (b % 3 == 0) continue;
				r += a * b;
			}
			if (r > 4000) break;
		}
		out[i] = r;
	}
}

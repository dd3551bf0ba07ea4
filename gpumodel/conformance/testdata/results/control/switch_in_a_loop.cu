// Switch in a loop.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	if (i < n) {
		int x = in[i];
		
		for (int k = 0; k < 8; k++) {
			switch ((x + k) & 3) {
			case 0: continue;
			case 1: r += k; break;
			case 2: if (k > 5) { r *= 2; break; } r -= k;
			default: r ^= 1;
			}
			r += 3;
		}
		out[i] = r;
	}
}

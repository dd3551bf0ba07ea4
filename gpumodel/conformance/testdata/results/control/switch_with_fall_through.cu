// Switch with fall-through.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	if (i < n) {
		int x = in[i];
		
		switch (x % 5) {
		case 0: r = 10; break;
		case 1: r = 1;
		case 2: r += 20;
		case 3: { r += 300; break; }
		default: r = -1;
		case -4: r -= 7;
		}
		out[i] = r;
	}
}

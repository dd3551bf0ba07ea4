// Loop bounds of 64 bits.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	if (i < n) {
		int x = in[i];
		for (long long k = 0x7fffffffLL; k < 0x7fffffffLL + (x & 7); k++) r += (int)(k >> 20);
		out[i] = r;
	}
}

// Loop with trip count of the data.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	if (i < n) {
		int x = in[i];
		while (x != 1 && r < 200) { x = x <= 0 ? -x + 3 : x % 2 ? 3 * x + 1 : x / 2; r++; }
		out[i] = r;
	}
}

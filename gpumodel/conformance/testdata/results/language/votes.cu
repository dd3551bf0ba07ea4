// Votes.
//
// until: 7.0

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int r = __all(in[i] > -95) + 2 * __any(in[i] > 95);
	if (i % 2) r += 4 * __all(in[i] < 90);
	out[i] = r;
}

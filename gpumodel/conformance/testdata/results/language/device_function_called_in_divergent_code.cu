// Device function called in divergent code.

__device__ int walk(const int *in, int i, int n) {
	int steps = 0;
	while (i < n) { if (in[i] < -90) return -steps; i += (in[i] & 7) + 1; steps++; }
	return steps;
}
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] = in[i] % 2 ? walk(in, i, n) : in[i] > 50 ? 2 * walk(in, 0, n) : -1;
}

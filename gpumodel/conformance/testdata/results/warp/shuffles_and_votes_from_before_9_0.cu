// Shuffles and votes from before 9.0.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)
// until: 7.0

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
	for (int d = 16; d > 0; d >>= 1) v += __shfl_xor(v, d);
	v += __shfl_down(in[i], 4u) + __shfl_up(in[i], 1, 8) + __shfl(in[i], 3);
	out[i] = v + __popc(__ballot(in[i] > 10)) + 1000 * __all(in[i] > -31) + 2000 * __any(in[i] > 1000);
}

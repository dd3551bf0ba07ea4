// One shuffle at two places.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)
// from: 7.0

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
	if (threadIdx.x & 1) v = __shfl_xor_sync(0xffffffff, v, 1) * 2;
	else v = __shfl_xor_sync(0xffffffff, v + 1, 1) * 3;
	out[i] = v;
}

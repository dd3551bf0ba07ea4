// Shuffles of two halves in two branches.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
	if ((threadIdx.x & 31) < 16) v = __shfl_xor_sync(0x0000ffff, v, 1) * 2;
	else v = __shfl_xor_sync(0xffff0000, v, 2) * 3;
	out[i] = v;
}

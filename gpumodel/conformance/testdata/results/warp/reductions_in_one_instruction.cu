// Reductions in one instruction.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)
// from: 8.0

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
	unsigned u = x + 100;
	unsigned half = (threadIdx.x & 31) < 16 ? 0xffff : 0xffff0000;
	int v = __reduce_add_sync(half, x) + 7 * __reduce_min_sync(0xffffffff, x) + 11 * __reduce_max_sync(0xffffffff, x);
	unsigned w = __reduce_add_sync(0xffffffff, u) + 3 * __reduce_min_sync(half, u) + 5 * __reduce_max_sync(half, u);
	unsigned b = __reduce_and_sync(half, u | 1) + __reduce_or_sync(half, u) * 3 + __reduce_xor_sync(0xffffffff, u) * 5;
	out[i] = v + w + b;
}

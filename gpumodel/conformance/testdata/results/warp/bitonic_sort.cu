// Bitonic sort.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

__device__ int exchange(int x, int mask, bool up) {
	int y = __shfl_xor_sync(0xffffffff, x, mask);
	return (x < y) == up ? x : y;
}
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, x = in[i];
	for (int size = 2; size <= 32; size <<= 1)
		for (int mask = size >> 1; mask > 0; mask >>= 1)
			x = exchange(x, mask, ((lane & size) == 0) == ((lane & mask) == 0));
	out[i] = x;
}

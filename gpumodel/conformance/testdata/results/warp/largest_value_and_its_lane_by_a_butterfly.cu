// Largest value and its lane, by a butterfly.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, best = in[i], at = threadIdx.x & 31;
	#pragma unroll
	for (int m = 16; m >= 1; m >>= 1) {
		int other = __shfl_xor_sync(0xffffffff, best, m), there = __shfl_xor_sync(0xffffffff, at, m);
		if (other > best || other == best && there < at) { best = other; at = there; }
	}
	out[i] = best * 100 + at;
}

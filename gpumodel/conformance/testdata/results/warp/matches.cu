// Matches.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)
// from: 7.0

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i] / 16, all, none;
	unsigned same = __match_any_sync(0xffffffff, x), wide = __match_any_sync(0xffffffff, (long long)x << 40);
	unsigned yes = __match_all_sync(0xffffffff, x * 0, &all), no = __match_all_sync(0xffffffff, threadIdx.x, &none);
	out[i] = __popc(same) + 100 * __ffs(same) + 10000 * (same == wide) + 20000 * (yes == ~0u && all == 1) + 40000 * (no == 0 && none == 0);
}

// A warp that is not full.
//
// sizes: 1 7 31 40
// block: min(n, 64)
// in: rand(-30, 69)

__global__ void k(int *out, const int *in, int n) {
	int i = threadIdx.x;
	unsigned mask = __ballot_sync(0xffffffff, 1);
	out[i] = __popc(mask) + 100 * __shfl_up_sync(mask, in[i], 1) + 10000 * __all_sync(mask, in[i] > -31);
}

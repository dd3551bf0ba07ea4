// Votes and ballot.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
	unsigned yes = __ballot_sync(0xffffffff, x > 0);
	int v = __popc(yes) + 100 * __any_sync(0xffffffff, x == 7) + 200 * __all_sync(0xffffffff, x > -31);
	if (__any_sync(0xffffffff, x > 60)) v += 1000;
	if (!__all_sync(0xffffffff, x < 60)) v += 2000;
	out[i] = v + (__activemask() == 0xffffffffu ? 10000 : 0);
}

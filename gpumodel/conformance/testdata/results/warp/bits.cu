// Bits.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)
// from: 3.2

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned x = in[i] * 0x9e3779b9u;
	unsigned r = __funnelshift_l(x, x, i) ^ __funnelshift_r(x, i, 7) ^ __funnelshift_lc(i, x, 40) ^ __funnelshift_rc(x, i, i);
	r ^= __byte_perm(x, i, 0x5140 + (i & 7)) + __brev(x);
	out[i] = r + __popc(x) + __clz(x) * 3 + __ffs(x) * 5 + __fns(x, i & 31, 2) * 7 + __fns(x, 31, -1) * 9 + __popcll((unsigned long long)x << 9) + __clzll(x);
}

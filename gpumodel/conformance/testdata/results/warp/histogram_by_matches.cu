// Histogram by matches.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)
// from: 7.0

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, bin = (in[i] + 30) / 10;
	unsigned peers = __match_any_sync(__activemask(), bin);
	if ((threadIdx.x & 31) == __ffs(peers) - 1) atomicAdd(&out[bin], __popc(peers));
}

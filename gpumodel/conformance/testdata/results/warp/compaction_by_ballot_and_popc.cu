// Compaction by ballot and popc.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

__global__ void k(int *out, const int *in, int n) {
	int lane = threadIdx.x & 31, base = blockIdx.x * blockDim.x + threadIdx.x - lane, x = in[base + lane];
	unsigned keep = __ballot_sync(0xffffffff, x > 0);
	int place = __popc(keep & ((1u << lane) - 1));
	if (x > 0) out[base + place] = x;
}

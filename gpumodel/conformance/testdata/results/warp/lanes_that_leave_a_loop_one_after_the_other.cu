// Lanes that leave a loop one after the other.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)
// from: 7.0

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i] & 7, seen = 0;
	unsigned mask = 0xffffffff;
	for (int round = 0; ; round++) {
		mask = __ballot_sync(mask, x >= round);
		if (x < round) break;
		seen += __popc(mask);
	}
	__syncwarp();
	out[i] = seen;
}

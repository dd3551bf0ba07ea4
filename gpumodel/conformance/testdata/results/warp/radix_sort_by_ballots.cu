// Radix sort by ballots.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

__global__ void k(int *out, const int *in, int n) {
	__shared__ int place[64];
	int lane = threadIdx.x & 31, i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i] + 30;
	for (int bit = 0; bit < 7; bit++) {
		unsigned one = __ballot_sync(0xffffffff, x >> bit & 1), below = (1u << lane) - 1;
		int to = x >> bit & 1 ? __popc(~one) + __popc(one & below) : __popc(~one & below);
		place[threadIdx.x - lane + to] = x;
		__syncwarp();
		x = place[threadIdx.x];
		__syncwarp();
	}
	out[i] = x - 30;
}

// Broadcasts from a lane that differs by segment.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = __shfl_sync(0xffffffff, in[i], i / 8, 8);
}

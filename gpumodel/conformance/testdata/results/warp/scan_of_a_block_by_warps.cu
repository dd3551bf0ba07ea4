// Scan of a block by warps.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

__device__ int warpScan(int v, int lane) {
	for (int d = 1; d < 32; d *= 2) { int y = __shfl_up_sync(0xffffffffu, v, d); if (lane >= d) v += y; }
	return v;
}
__global__ void k(int *out, const int *in, int n) {
	__shared__ int totals[32];
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
	int v = warpScan(in[i], lane);
	if (lane == 31) totals[warp] = v;
	__syncthreads();
	if (warp == 0) {
		int t = lane < blockDim.x / 32 ? totals[lane] : 0;
		totals[lane] = warpScan(t, lane) - t;
	}
	__syncthreads();
	out[i] = v + totals[warp] - in[i];
}

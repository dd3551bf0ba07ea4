// Lanes that have ended.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)
// from: 7.0
// undefined: yes

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
	if (lane >= 20) return;
	out[i] = __popc(__ballot_sync(0xffffffff, in[i] > 0)) + __shfl_down_sync(0xffffffff, in[i], 4); // 16 to 19 read lanes that take no part
}

// Inclusive scan with shfl_up.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

__device__ int scan(int v, int lane) {
	for (int d = 1; d < 32; d <<= 1) {
		int below = __shfl_up_sync(0xffffffff, v, d);
		if (lane >= d) v += below;
	}
	return v;
}
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = scan(in[i], threadIdx.x % 32);
}

// A polynomial's coefficients handed round.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, c = in[i] & 3, x = i % 3, y = 0;
	#pragma unroll 4
	for (int j = 0; j < 32; j++) y = y * x + __shfl_sync(0xffffffff, c, j);
	out[i] = y;
}

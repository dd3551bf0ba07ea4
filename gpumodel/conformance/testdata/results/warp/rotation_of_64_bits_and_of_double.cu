// Rotation of 64 bits and of double.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, next = (threadIdx.x + 1) % 32;
	long long wide = (long long)in[i] << 33;
	double real = in[i] * 0.125;
	unsigned long bits = 1ul << (threadIdx.x & 31) << 20;
	wide = __shfl_sync(0xffffffff, wide, next);
	real = __shfl_sync(0xffffffff, real, next);
	bits = __shfl_sync(~0u, bits, next);
	out[i] = (int)(wide >> 33) + (int)(real * 8) + __ffsll(bits);
}

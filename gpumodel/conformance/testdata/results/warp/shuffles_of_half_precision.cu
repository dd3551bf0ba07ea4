// Shuffles of half precision.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

#include <cuda_fp16.h>
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	__half h = __float2half(in[i] * 0.5f);
	h = __shfl_xor_sync(0xffffffff, h, 5);
	out[i] = (int)(__half2float(h) * 4);
}

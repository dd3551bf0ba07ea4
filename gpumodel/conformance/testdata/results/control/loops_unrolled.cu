// Loops unrolled.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	if (i < n) {
		int x = in[i];
		
#pragma unroll
		for (int k = 0; k < 5; k++) r += k * x;
#pragma unroll 3
		for (int k = 0; k < (x & 15); k++) r ^= k + i;
#pragma unroll 1
		for (int k = 10; k > 0; k -= 3) r += k;
		out[i] = r;
	}
}

// Use_fast_math keeps integers.
//
// options: -use_fast_math

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	if (i < n) {
		int x = in[i];
		r = x / 3 * 2 + (int)(sqrtf((float)(x * x)) + 0.5f);
		out[i] = r;
	}
}

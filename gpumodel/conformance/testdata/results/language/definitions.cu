// Definitions.
//
// options: -DSCALE=3

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	if (i < n) {
		int x = in[i];
		
#if defined(SCALE) && SCALE > 2
		r = x * SCALE;
#else
		r = x;
#endif
#ifdef OTHER
		r = 0;
#endif
		out[i] = r;
	}
}

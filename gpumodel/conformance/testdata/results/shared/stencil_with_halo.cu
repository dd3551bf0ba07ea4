// Stencil with halo.
//
// block: 64
// in: rand(-1000, 999)

#define RADIUS 3
#define BLOCK 64
__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[BLOCK + 2 * RADIUS];
	int g = threadIdx.x + blockIdx.x * blockDim.x, l = threadIdx.x + RADIUS;
	s[l] = g < n ? in[g] : 0;
	if (threadIdx.x < RADIUS) {
		s[l - RADIUS] = g >= RADIUS ? in[g - RADIUS] : 0;
		s[l + BLOCK] = g + BLOCK < n ? in[g + BLOCK] : 0;
	}
	__syncthreads();
	int result = 0;
	for (int o = -RADIUS; o <= RADIUS; o++) result += s[l + o];
	if (g < n) out[g] = result;
}

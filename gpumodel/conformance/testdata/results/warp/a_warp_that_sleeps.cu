// A warp that sleeps.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)
// from: 7.0

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	__nanosleep(100);
	for (unsigned ns = 8; ns < 64; ns *= 2) __nanosleep(ns);
	out[i] = in[i];
}

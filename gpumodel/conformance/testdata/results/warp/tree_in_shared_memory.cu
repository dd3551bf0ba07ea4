// Tree in shared memory.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[64];
	int t = threadIdx.x, lane = t & 31, i = blockIdx.x * blockDim.x + t;
	s[t] = in[i];
	__syncwarp();
	for (int d = 16; d > 0; d /= 2) {
		if (lane < d) s[t] += s[t + d];
		__syncwarp();
	}
	out[i] = s[t & 32];
}

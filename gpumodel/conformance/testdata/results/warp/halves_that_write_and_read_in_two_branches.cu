// Halves that write and read in two branches.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)
// from: 7.0

__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[64];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	if (t & 16) { s[t] = in[i]; __syncwarp(); out[i] = s[t - 16] + s[t]; }
	else { s[t] = in[i]; __syncwarp(); out[i] = s[t + 16] + s[t]; }
}

// A lane that comes late.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)
// from: 7.0

__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[2];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, sum = 0;
	if (t % 32 == 5) {
		for (int j = 0; j < 32; j++) sum += in[i - 5 + j];
		s[t / 32] = sum;
		__syncwarp();
	} else
		__syncwarp();
	out[i] = s[t / 32];
}

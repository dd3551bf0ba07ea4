// Sort until no thread has swapped.
//
// sizes: 64 192 1 31 45
// block: min(n, 64)
// in: rand(-30, 69)
// from: 2.0

__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[64];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	s[t] = in[i];
	__syncthreads();
	int swapped;
	do {
		swapped = 0;
		for (int odd = 0; odd < 2; odd++) {
			if (t % 2 == odd && t + 1 < blockDim.x && s[t] > s[t + 1]) {
				int x = s[t];
				s[t] = s[t + 1];
				s[t + 1] = x;
				swapped = 1;
			}
			__syncthreads();
		}
	} while (__syncthreads_or(swapped));
	out[i] = s[t];
}

// Blelloch scan.
//
// block: 128
// shared: 512
// in: rand(-1000, 999)

__global__ void k(int *out, const int *in, int n) {
	extern __shared__ int s[];
	int t = threadIdx.x, size = blockDim.x, offset = 1, i = blockIdx.x * size + t;
	s[t] = i < n ? in[i] : 0;
	for (int d = size >> 1; d > 0; d >>= 1) {
		__syncthreads();
		if (t < d) s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
		offset *= 2;
	}
	if (t == 0) s[size - 1] = 0;
	for (int d = 1; d < size; d *= 2) {
		offset >>= 1;
		__syncthreads();
		if (t < d) {
			int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
			int v = s[a]; s[a] = s[b]; s[b] += v;
		}
	}
	__syncthreads();
	if (i < n) out[i] = s[t];
}

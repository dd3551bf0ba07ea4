// Rank sort.
//
// block: 32
// shared: 128
// in: rand(-1000, 999)

__global__ void k(int *out, const int *in, int n) {
	extern __shared__ int s[];
	int t = threadIdx.x, first = blockIdx.x * blockDim.x, count = min((int)blockDim.x, n - first), rank = 0;
	if (t < count) s[t] = in[first + t];
	__syncthreads();
	if (t >= count) return;
	for (int o = 0; o < count; o++) rank += s[o] < s[t] || s[o] == s[t] && o < t;
	out[first + rank] = s[t];
}

// Static array reversed.
//
// in: rand(-1000, 999)

__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[100];
	int first = blockIdx.x * 100, t = threadIdx.x, count = min(100, n - first);
	if (t < count) s[t] = in[first + t];
	__syncthreads();
	if (t < count) out[first + t] = s[count - 1 - t];
}

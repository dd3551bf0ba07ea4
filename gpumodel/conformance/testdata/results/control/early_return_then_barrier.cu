// Early return, then barrier.

__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[100];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	s[threadIdx.x] = -5;
	if (i >= n) { s[threadIdx.x] = 1; return; }
	if (in[i] < 0) {
		if (in[i] % 2) { out[i] = 17; return; }
		s[threadIdx.x] = 40;
	}
	__syncthreads();
	s[threadIdx.x] += in[i];
	__syncthreads();
	out[i] = s[threadIdx.x];
}

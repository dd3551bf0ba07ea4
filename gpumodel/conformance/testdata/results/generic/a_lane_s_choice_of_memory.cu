// A lane's choice of memory.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
	__shared__ int s[128];
	int own[2] = {i, 7};
	s[t] = 3 * i;
	__syncthreads();
	if (i >= n) return;
	const int *p = in + i;
	if (in[i] > 20) p = &s[t];
	else if (in[i] < -20) p = &own[in[i] & 1];
	out[i] = *p + 1;
}

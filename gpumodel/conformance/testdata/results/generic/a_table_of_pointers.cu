// A table of pointers.

__constant__ int fixed[4] = {11, 12, 13, 14};
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
	__shared__ int s[128];
	s[t] = -i;
	__syncthreads();
	if (i >= n) return;
	int own[4];
	for (int j = 0; j < 4; j++) own[j] = i + j;
	const int *table[4] = {in + i, s + t, own + (i & 3), fixed + (i & 3)};
	out[i] = *table[(unsigned)(in[i] + 100) % 4];
}

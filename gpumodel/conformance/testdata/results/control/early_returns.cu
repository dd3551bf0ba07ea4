// Early returns.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int x = in[i];
	if (x < 0) { out[i] = -1; return; }
	for (int k = 0; k < 50; k++)
		if (k * k > x) { out[i] = k; return; }
	out[i] = 99;
}

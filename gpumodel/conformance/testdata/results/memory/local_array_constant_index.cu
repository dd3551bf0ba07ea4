// Local array, constant index.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int a[4] = {1, 2}, m[2][2] = {{1, 2}, {3, i}};
	for (int j = 0; j < 4; j++) a[j] += in[i] * j;
	out[i] = a[0] + a[1] * 2 + a[2] * 3 + a[3] * 4 + m[0][1] * m[1][1];
}

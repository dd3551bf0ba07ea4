// Local array, dynamic index.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int a[7]; short h[9]; double d[3]; long long l[2];
	for (int j = 0; j < 7; j++) a[j] = j * in[i];
	for (int j = 0; j < 9; j++) h[(j * 4) % 9] = j + i;
	for (int j = 0; j < 3; j++) d[(j + i) % 3] = j * 0.5;
	l[i & 1] = 1LL << 33; l[~i & 1] = 5;
	out[i] = a[i % 7] + h[i % 9] + (int)(d[0] * 8 + d[i % 3]) + (int)(l[0] >> 30);
}

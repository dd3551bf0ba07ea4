// Order of increments.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	if (i < n) {
		int x = in[i];
		int a[4] = {0}; int k = 0; a[k++] = x; a[k++] = a[0]--; a[k] = k; k += 1; a[k--] += 9; r = a[0] + 3 * a[1] + 5 * a[2] + 7 * a[3] + k;
		out[i] = r;
	}
}

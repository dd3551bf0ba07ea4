// Local array, index found constant late.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	if (i < n) {
		int x = in[i];
		
		int c = 1, a[4] = {1, x, 2, i};
		if (1000003 < (x != i)) c--;
		if (x > 0) { a[c & 3] += 7; a[i & 3] = x * 5; }
		r = a[0] + a[1] * 3 + a[2] * 5 + a[3] * 7;
		out[i] = r;
	}
}

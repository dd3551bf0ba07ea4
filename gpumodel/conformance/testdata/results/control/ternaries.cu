// Ternaries.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	if (i < n) {
		int x = in[i];
		r = x > 0 ? i % 2 ? x : -x : x < -50 ? (i & 4 ? 1 : 2) : 3; int *p = i % 2 ? &r : &x; *p += 5;
		out[i] = r;
	}
}

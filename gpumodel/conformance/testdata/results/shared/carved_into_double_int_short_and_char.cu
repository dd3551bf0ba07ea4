// Carved into double, int, short and char.
//
// block: 70
// shared: 1120
// in: rand(-1000, 999)

__global__ void k(int *out, const int *in, int n) {
	extern __shared__ char raw[];
	double *d = (double *)raw;
	int *a = (int *)(d + blockDim.x);
	short *h = (short *)&a[blockDim.x];
	unsigned char *c = (unsigned char *)(h + blockDim.x);
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	int x = i < n ? in[i] : 0;
	d[t] = x * 0.5; a[t] = x; h[t] = x * 40; c[t] = x;
	__syncthreads();
	int o = (t + 1) % blockDim.x;
	if (i < n) out[i] = (int)(d[o] * 4) + a[o] + h[o] + c[o];
}

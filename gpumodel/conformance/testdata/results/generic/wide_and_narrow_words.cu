// Wide and narrow words.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
	__shared__ int4 s[128];
	__shared__ long long big[128];
	if (i >= n) return;
	int4 own = make_int4(i, 1, 2, 3);
	int4 *p = in[i] & 1 ? &own : &s[t];
	*p = make_int4(in[i], 2, i, 4);
	long long *w = in[i] & 2 ? &big[t] : (long long *)&own;
	*w = 0x100000003LL * (i + 1);
	const char *c = in[i] & 4 ? (const char *)w : (const char *)p;
	int4 q = *p;
	out[i] = q.x + 3 * q.y + 5 * q.z + 7 * q.w + c[0] + (int)(*w >> 32);
}

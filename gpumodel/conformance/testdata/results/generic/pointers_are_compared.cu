// Pointers are compared.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
	__shared__ int s[128];
	int own = i;
	if (i >= n) return;
	const int *p = in[i] > 0 ? s + t : in + i, *q = nullptr;
	if (in[i] % 2) q = s;
	if (in[i] % 3 == 0) q = &own;
	out[i] = (p == s + t) + 2 * (q == nullptr) + 4 * (q == s) + 8 * (q == &own) + 16 * (p != q) + 32 * (q ? 1 : 0);
}

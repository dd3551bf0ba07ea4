// Pointers.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	const int *p = in + i, *end = &in[n];
	int *q = out;
	if (p >= end) return;
	q += i;
	int sum = 0;
	for (const int *r = p; r != end && r - p < 5; ++r) sum += *r;
	long long far = end - p;
	*q = sum + (int)(far % 7) + p[0] + *(end - 1) + (p == in) + !p + (q != nullptr);
}

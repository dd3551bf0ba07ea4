// Auto behind * and &.

__device__ auto *beyond(const int *p, int i) { return p + i; }
__global__ void k(int *out, const int *in, int n) {
	__shared__ int rows[2][100];
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
	auto &row = rows[t % 2];
	row[t] = i;
	const auto *other = rows[t % 2];
	if (i >= n) return;
	auto *p = out + i;
	const auto *q = in;
	auto const &x = q[i];
	auto *const last = beyond(in, n - 1);
	auto &y = *p, *z = p;
	y = x * 2;
	*z += other[t] + *last;
}

// Lists of captured packs.

template <typename... T> __device__ int total(T... v) {
	auto f = [v...] { return (0 + ... + v); };
	auto g = [=](int x) { return (x + ... + v); };
	auto h = [&] { return ((v += 1), ...); };
	h();
	return f() + 10 * g(1) + 100 * (0 + ... + v);
}
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	out[i] = total(in[i], 2, 3);
}

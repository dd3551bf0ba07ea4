// Functors as arguments of templates.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

struct Add { __device__ int operator()(int a, int b) const { return a + b; } };
struct Bound { int limit; __device__ int operator()(int a, int b) const { return min(a + b, limit); } };
template <int Width, class Op> __device__ int scan(int v, Op op) {
	#pragma unroll
	for (int d = 1; d < Width; d *= 2) {
		int below = __shfl_up_sync(0xffffffff, v, d, Width);
		if ((threadIdx.x & (Width - 1)) >= d) v = op(below, v);
	}
	return v;
}
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i] + 30;
	out[i] = scan<8>(x, Add()) + 1000 * scan<32>(x, Bound{200});
}

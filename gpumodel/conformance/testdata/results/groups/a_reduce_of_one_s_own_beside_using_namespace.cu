// A reduce of one's own beside using namespace.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

#include <cooperative_groups.h>
using namespace cooperative_groups;
struct plus { __device__ int operator()(int a, int b) const { return a + b; } };
template <unsigned N, class Op> __device__ int reduce(thread_block_tile<N> t, int v, Op op) {
	for (int d = N / 2; d; d /= 2) v = op(v, t.shfl_xor(v, d));
	return v;
}
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = reduce<4>(tiled_partition<4>(this_thread_block()), in[i], plus());
}

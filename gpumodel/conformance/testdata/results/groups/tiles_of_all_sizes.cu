// Tiles of all sizes.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
template <unsigned N> __device__ int sum(cg::thread_block_tile<N> tile, int v) {
	for (int d = tile.size() / 2; d > 0; d /= 2) v += tile.shfl_down(v, d);
	return tile.shfl(v, 0);
}
__global__ void k(int *out, const int *in, int n) {
	auto block = cg::this_thread_block();
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
	int v = sum<32>(cg::tiled_partition<32>(block), x) + 3 * sum<16>(cg::tiled_partition<16>(block), x) + 5 * sum<8>(cg::tiled_partition<8>(block), x);
	v += 7 * sum<4>(cg::tiled_partition<4>(block), x) + 11 * sum<2>(cg::tiled_partition<2>(block), x) + 13 * sum<1>(cg::tiled_partition<1>(block), x);
	out[i] = v;
}

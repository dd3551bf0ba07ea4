// Partitions by a label.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)
// from: 7.0

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
	auto warp = cg::tiled_partition<32>(cg::this_thread_block());
	auto g = cg::labeled_partition(warp, x / 25);
	out[i] = cg::reduce(g, x, cg::plus<int>()) + 1000 * __popc(warp.match_any(x / 25));
}

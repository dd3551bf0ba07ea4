// Partitions by a condition.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
	auto warp = cg::tiled_partition<32>(cg::this_thread_block());
	auto g = cg::binary_partition(warp, x > 10);
	out[i] = 100 * g.size() + g.thread_rank();
}

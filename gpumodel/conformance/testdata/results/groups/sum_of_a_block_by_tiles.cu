// Sum of a block by tiles.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)
// shared: 1024

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
__global__ void k(int *out, const int *in, int n) {
	extern __shared__ int partial[];
	cg::thread_block block = cg::this_thread_block();
	cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
	int v = cg::reduce(warp, in[blockIdx.x * blockDim.x + threadIdx.x], cg::plus<int>());
	if (warp.thread_rank() == 0) partial[warp.meta_group_rank()] = v;
	block.sync();
	if (warp.meta_group_rank() == 0) {
		v = warp.thread_rank() < warp.meta_group_size() ? partial[warp.thread_rank()] : 0;
		v = cg::reduce(warp, v, cg::plus<int>());
		if (block.thread_rank() == 0) atomicAdd(out, v);
	}
}

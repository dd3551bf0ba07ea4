// What a tile knows.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
__device__ int ask(const cg::thread_block_tile<8> &t, int x) {
	int v = t.thread_rank() + 10 * t.size() + 100 * t.meta_group_rank() + 1000 * t.meta_group_size();
	v += t.any(x > 60) + 2 * t.all(x > -20) + 4 * t.ballot(x > 0);
	return v + t.shfl_xor(x, 3) + t.shfl_up(x, 1) + t.shfl(x, 2);
}
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	cg::thread_block_tile<8> t = cg::tiled_partition<8>(cg::tiled_partition<32>(cg::this_thread_block()));
	out[i] = ask(t, in[i]);
	t.sync();
}

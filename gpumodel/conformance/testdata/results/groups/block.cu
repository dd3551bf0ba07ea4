// Block.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
__device__ void turn(cg::thread_block block, int *s, int x) { s[block.thread_rank()] = x; block.sync(); }
__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[64];
	cg::thread_block cta = cg::this_thread_block();
	int i = cta.group_index().x * cta.size() + cta.thread_rank();
	turn(cta, s, in[i]);
	out[i] = s[cta.num_threads() - 1 - cta.thread_index().x] + (cta.dim_threads().x == blockDim.x);
	cg::sync(cta);
}

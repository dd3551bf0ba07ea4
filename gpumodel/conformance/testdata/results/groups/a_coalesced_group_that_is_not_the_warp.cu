// A coalesced group that is not the warp.
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
	if (threadIdx.x % 3 == 1) {
		auto g = cg::coalesced_threads();
		int v = cg::reduce(g, x, cg::plus<int>()) + 3 * cg::reduce(g, x, cg::greater<int>()) + 5 * cg::inclusive_scan(g, x) + 7 * g.shfl_down(x, 2);
		out[i] = v + 11 * g.shfl_up(x, 1) + 13 * g.ballot(x > 0) + g.any(x > 60) + 2 * g.all(x > -29) + 1000 * g.size() + g.thread_rank() * g.num_threads();
		g.sync();
	}
}

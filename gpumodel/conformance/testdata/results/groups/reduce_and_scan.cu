// Reduce and scan.
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
	auto t = cg::tiled_partition<16>(cg::this_thread_block());
	int v = cg::reduce(t, x, cg::greater<int>()) + 3 * cg::reduce(t, x, cg::less<int>{}) + 5 * cg::reduce(t, x, cg::bit_or<int>());
	v += 7 * cg::inclusive_scan(t, x) + 11 * cg::exclusive_scan(t, x, cg::plus<int>());
	out[i] = v + (int)(cg::reduce(t, x * 0.5, cg::plus<double>()) * 26);
}

// Shuffles of any type.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
struct P { float x; short y; double d; bool odd; };
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
	cg::thread_block_tile<8, cg::thread_block> t = cg::tiled_partition<8>(cg::this_thread_block());
	P p = t.shfl(P{x * 0.5f, (short)(x + 1), x * 0.25, (x & 1) != 0}, 3);
	auto c = cg::coalesced_threads();
	long long far = c.shfl_down((long long)x << 32, 1) >> 32;
	out[i] = (int)(2 * p.x) + 3 * p.y + 5 * (int)(4 * p.d) + 7 * p.odd + 11 * (int)far + 13 * t.shfl_up((char)x, 1);
}

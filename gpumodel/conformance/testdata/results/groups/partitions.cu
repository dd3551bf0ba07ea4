// Partitions.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)
// from: 7.0

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
#include <cooperative_groups/memcpy_async.h>
__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[64];
	auto block = cg::this_thread_block();
	cg::memcpy_async(block, s, in + blockIdx.x * blockDim.x, sizeof(int) * 64);
	cg::wait(block);
	auto warp = cg::tiled_partition<32>(block);
	int x = s[threadIdx.x];
	auto same = cg::labeled_partition(warp, x & 3);
	auto half = cg::binary_partition(warp, x > 10);
	auto four = cg::tiled_partition(half, 4);
	int v = same.meta_group_rank() + 10 * same.meta_group_size() + 100 * same.size() + 10000 * half.meta_group_rank();
	v += 100000 * four.meta_group_rank() + 1000000 * cg::reduce(four, 1, cg::plus<int>());
	cg::invoke_one(warp, [&](int by) { v += by; }, 5);
	out[blockIdx.x * blockDim.x + threadIdx.x] = v + cg::invoke_one_broadcast(warp, [&] { return x; });
}

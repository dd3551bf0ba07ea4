// Tiles of several warps reduce, scan, vote and meet, each for itself.
//
// templates: 32; 64; 128; 256; 512
// sizes: 512
// block: 512
// grid: 1
// in: i * 7919 % 1009 - 500
// out[10 * 512]: 0
// from: 7.0
// cards: V100, A100

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
template <int N> __global__ void k(int *out, const int *in) {
	__shared__ cg::block_tile_memory<512> memory;
	__shared__ int s[512];
	auto block = cg::this_thread_block(memory);
	auto tile = cg::tiled_partition<N>(block);
	int t = block.thread_rank(), x = in[t], v[10];
	for (int i = 0; i <= tile.meta_group_rank(); i++) { // some tiles meet more often than others
		s[t] = x + i;
		tile.sync();
		v[0] = s[t / N * N + (t + 1) % N];
		tile.sync();
	}
	v[1] = cg::reduce(tile, x, cg::plus<int>());
	v[2] = cg::reduce(tile, x, cg::greater<int>());
	v[3] = cg::inclusive_scan(tile, x);
	v[4] = cg::exclusive_scan(tile, x, cg::plus<int>());
	v[5] = tile.any(x == in[7]) + 2 * tile.all(x > -400);
	v[6] = tile.shfl(x, 45);
	v[7] = tile.thread_rank() + 1000 * tile.meta_group_rank() + 10000 * tile.meta_group_size() + 100000 * tile.size();
	v[8] = (int)cg::reduce(tile, x * 0.5, cg::plus<double>());
	v[9] = cg::invoke_one_broadcast(tile, [](int y) { return 2 * y; }, x);
	for (int i = 0; i < 10; i++) out[10 * t + i] = v[i];
}

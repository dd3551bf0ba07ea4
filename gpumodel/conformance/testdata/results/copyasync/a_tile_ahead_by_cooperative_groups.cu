// A tile ahead, or none, with cooperative_groups::memcpy_async.
//
// templates: 1; 0
// sizes: 1
// tiles: 40
// block: 32
// grid: 8
// a[8 * 40 * 128]: i % 37 - 18
// d[8 * 32]: 0
// cards: V100, A100, H200

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
template <int AHEAD> __global__ void k(float *d, const float *a, int tiles) {
	__shared__ __align__(16) float s[2][128];
	int t = threadIdx.x;
	float sum = 0;
	const float *from = a + blockIdx.x * tiles * 128;
	auto block = cg::this_thread_block();
	cg::memcpy_async(block, s[0], from, sizeof(s[0]));
	for (int i = 0; i < tiles; i++) {
		cg::memcpy_async(block, s[(i + 1) & 1], from + min(i + 1, tiles - 1) * 128, sizeof(s[0]));
		cg::wait_prior<AHEAD>(block);
		for (int j = 0; j < 128; j++) sum = sum * 0.5f + s[i & 1][(j + t) & 127];
		block.sync();
	}
	d[blockIdx.x * 32 + t] = sum;
}

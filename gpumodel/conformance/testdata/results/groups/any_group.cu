// Any group.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)
// shared: 1024

#include <cooperative_groups.h>
using namespace cooperative_groups;
__device__ int reduce_sum(thread_group g, int *temp, int val) {
	int lane = g.thread_rank();
	for (int i = g.size() / 2; i > 0; i /= 2) {
		temp[lane] = val;
		g.sync();
		if (lane < i) val += temp[lane + i];
		g.sync();
	}
	return val;
}
__global__ void k(int *out, const int *in, int n) {
	extern __shared__ int temp[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	auto g = this_thread_block();
	int all = reduce_sum(g, temp, in[i]);
	auto quarter = tiled_partition(g, 16);
	int part = reduce_sum(quarter, &temp[16 * (g.thread_rank() / 16)], in[i]);
	thread_group warp = tiled_partition<32>(g);
	int half = reduce_sum(warp, &temp[32 * (g.thread_rank() / 32)], in[i]);
	out[i] = 0;
	if (g.thread_rank() == 0) out[i] += all;
	if (quarter.thread_rank() == 0) out[i] += 3 * part;
	if (warp.thread_rank() == 0) out[i] += 5 * half;
}

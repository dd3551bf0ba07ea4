// Sums and other reductions of a block of two dimensions, and of parts of warps.
//
// sizes: 480
// block: 40, 3
// grid: 1
// in: i * 7919 % 1009 - 500
// out[35]: 0
// cards: K20X, H200

#include <cub/cub.cuh>
__global__ void k(int *out, const int *in) {
	typedef cub::BlockReduce<int, 40, cub::BLOCK_REDUCE_RAKING, 3> BlockReduce;
	__shared__ typename BlockReduce::TempStorage temp;
	__shared__ cub::WarpReduce<int, 8>::TempStorage small[15];
	int t = threadIdx.y * 40 + threadIdx.x, x = in[t];
	int items[3] = {in[120 + 3 * t], in[121 + 3 * t], in[122 + 3 * t]};
	int sum = BlockReduce(temp).Sum(x);
	__syncthreads();
	int most = BlockReduce(temp).Reduce(x, cub::Max());
	__syncthreads();
	int some = BlockReduce(temp).Sum(x, 77);
	__syncthreads();
	int all = BlockReduce(temp).Sum(items);
	__syncthreads();
	int odd = BlockReduce(temp).Reduce(items, [](int a, int b) { return a ^ b; });
	if (t == 0) { out[0] = sum; out[1] = most; out[2] = some; out[3] = all; out[4] = odd; }
	int part = cub::WarpReduce<int, 8>(small[t / 8]).Sum(x);
	int least = cub::WarpReduce<int, 8>(small[t / 8]).Reduce(x, cub::Min(), 5);
	if (t % 8 == 0) { out[5 + t / 8] = part; out[20 + t / 8] = least; }
}

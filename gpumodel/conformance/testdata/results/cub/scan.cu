// Running sums, maxima and minima of a block, and of warps.
//
// sizes: 384
// block: 96
// grid: 1
// in: i * 7919 % 1009 - 500
// out[1248]: 0
// cards: K20X, A100

#include <cub/cub.cuh>
template <typename T> using Scan = cub::BlockScan<T, 96>;
__global__ void k(int *out, const int *in) {
	__shared__ Scan<int>::TempStorage temp;
	int t = threadIdx.x, x = in[t], y, all, items[4], sums[4];
	Scan<int>(temp).InclusiveSum(x, y, all);
	out[t] = y + all;
	__syncthreads();
	Scan<int>(temp).ExclusiveSum(x, y);
	out[96 + t] = y;
	__syncthreads();
	Scan<int>(temp).InclusiveScan(x, y, cub::Max());
	out[192 + t] = y;
	__syncthreads();
	Scan<int>(temp).ExclusiveScan(x, y, -7, cub::Min());
	out[288 + t] = y;
	__syncthreads();
	for (int i = 0; i < 4; i++) items[i] = in[4 * t + i];
	Scan<int>(temp).ExclusiveSum(items, sums, all);
	for (int i = 0; i < 4; i++) out[384 + 4 * t + i] = sums[i] + all;
	__syncthreads();
	Scan<int>(temp).InclusiveSum(items, items);
	for (int i = 0; i < 4; i++) out[768 + 4 * t + i] = items[i];
	__shared__ cub::WarpScan<int>::TempStorage warps[3];
	cub::WarpScan<int>(warps[t / 32]).ExclusiveSum(x, y, all);
	out[1152 + t] = y + 3 * all;
}

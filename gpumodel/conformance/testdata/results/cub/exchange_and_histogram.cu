// Exchange and histogram.
//
// sizes: 256
// block: 64
// grid: 1
// in: i * 7919 % 1009 - 500
// out[1224]: 0
// cards: H200

#include <cub/cub.cuh>
__global__ void k(int *out, const int *in) {
	typedef cub::BlockExchange<int, 64, 4> Exchange;
	typedef cub::BlockHistogram<unsigned char, 64, 4, 200, cub::BLOCK_HISTO_ATOMIC> Histogram;
	__shared__ Exchange::TempStorage temp;
	__shared__ Histogram::TempStorage other;
	__shared__ unsigned counts[200];
	int t = threadIdx.x, items[4], moved[4], ranks[4];
	unsigned char bytes[4];
	for (int i = 0; i < 4; i++) { items[i] = in[4 * t + i]; ranks[i] = 255 - 4 * t - i; bytes[i] = (unsigned char)((items[i] + 500) % 200); }
	Exchange(temp).BlockedToStriped(items, moved);
	for (int i = 0; i < 4; i++) out[4 * t + i] = moved[i];
	__syncthreads();
	Exchange(temp).StripedToBlocked(moved);
	for (int i = 0; i < 4; i++) out[256 + 4 * t + i] = moved[i];
	__syncthreads();
	Exchange(temp).BlockedToWarpStriped(items, moved);
	for (int i = 0; i < 4; i++) out[512 + 4 * t + i] = moved[i];
	__syncthreads();
	Exchange(temp).ScatterToBlocked(items, moved, ranks);
	for (int i = 0; i < 4; i++) out[768 + 4 * t + i] = moved[i];
	Histogram(other).Histogram(bytes, counts);
	__syncthreads();
	for (int i = t; i < 200; i += 64) out[1024 + i] = counts[i];
}

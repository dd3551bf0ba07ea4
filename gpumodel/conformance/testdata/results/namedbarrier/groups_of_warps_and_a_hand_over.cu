// Groups of warps meet at barriers of their own, and a warp that only arrives does not wait.
//
// sizes: 6
// block: 192
// grid: 1
// in[192]: i * i % 31 - 9
// out[193]: 0
// cards: GTX 280, K20X, V100, H200

#include "../ptx.h"
__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[192], handed[64];
	int t = threadIdx.x, group = t / 64, sum = 0;
	if (group < 2) { // two groups of two warps, each for itself, one of them more often
		for (int i = 0; i < n * (group + 1); i++) {
			s[t] = in[t] + i + sum;
			if (group == 0) PTX(bar_sync(1, 64), "bar.sync 1, 64;" ::: "memory");
			else PTX(bar_sync(group + 1, 64), "barrier.sync.aligned %0, %1;" :: "r"(group + 1), "r"(64) : "memory");
			sum += s[t ^ 37];
			__barrier_sync_count(group + 1, 64);
		}
		out[t] = sum;
	} else { // a warp that hands something to another one
		for (int i = 0; i < n; i++) {
			if (t < 160) {
				handed[t - 128] = in[t] * (i + 1);
				__threadfence_block();
				PTX(bar_arrive(5, 64), "bar.arrive 5, 64;" ::: "memory");
				PTX(bar_sync(6, 64), "bar.sync 6, 64;" ::: "memory");
			} else {
				PTX(bar_sync(5, 64), "bar.sync 5, 64;" ::: "memory");
				sum += handed[191 - t];
				PTX(bar_sync(6, 64), "bar.sync 6, 64;" ::: "memory");
			}
		}
		out[t] = sum;
	}
	__barrier_sync(0);
	if (t == 0) out[192] = s[191 - 64];
}

// A producer and a consumer.
//
// sizes: 256
// block: 64
// grid: 1
// in: i * 37 % 101 - 20
// out[64]: 0
// from: 7.0
// cards: V100, H200

#include <cuda/barrier>
__global__ void k(int *out, const int *in, int n) {
	int t = threadIdx.x;
	__shared__ int s[2][32];
	__shared__ cuda::barrier<cuda::thread_scope_block> bar[4];
	if (t < 4) init(bar + t, blockDim.x);
	__syncthreads();
	int v = 0;
	if (t < 32) {
		for (int i = 0; i < 6; i++) {
			bar[i % 2].arrive_and_wait();
			s[i % 2][t] = in[i * 32 + t];
			bar[2 + i % 2].arrive();
		}
	} else {
		bar[0].arrive();
		bar[1].arrive();
		for (int i = 0; i < 6; i++) {
			bar[2 + i % 2].arrive_and_wait();
			v += s[i % 2][63 - t] * (i + 1);
			bar[i % 2].arrive();
		}
	}
	out[t] = v;
}

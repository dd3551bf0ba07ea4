// Threads that drop out.
//
// sizes: 256
// block: 64
// grid: 1
// in: i * 37 % 101 - 20
// out[64]: 0
// from: 7.0
// cards: V100, H200

#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void k(int *out, const int *in, int n) {
	int t = threadIdx.x;
	__shared__ barrier b;
	__shared__ int left;
	if (t == 0) { init(&b, 64); left = 0; }
	__syncthreads();
	out[t] = 0;
	if (t >= 40) { b.arrive_and_drop(); return; }
	for (int r = 0; r < 2; r++) {
		b.arrive_and_wait();
		atomicAdd(&left, 1);
		b.arrive_and_wait();
		out[t] += left;
	}
}

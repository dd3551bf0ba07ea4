// A flag with release and acquire.
//
// sizes: 256
// block: 64
// grid: 1
// in: i * 37 % 101 - 20
// out[64]: 0
// from: 7.0
// cards: V100, H200

#include <cuda/atomic>
__global__ void k(int *out, const int *in, int n) {
	int t = threadIdx.x;
	__shared__ int data;
	__shared__ cuda::atomic<int, cuda::thread_scope_block> flag;
	if (t == 0) flag = 0;
	__syncthreads();
	if (t == 40) {
		data = in[5];
		flag.store(1, cuda::memory_order_release);
		flag.notify_all();
	}
	if (t < 32) {
		flag.wait(0, cuda::memory_order_acquire);
		out[t] = data;
	} else out[t] = 0;
}

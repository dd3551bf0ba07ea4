// A pipeline of two stages.
//
// sizes: 256
// block: 64
// grid: 1
// in: i * 37 % 101 - 20
// out[64]: 0
// from: 7.0
// cards: V100, H200

#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
__global__ void k(int *out, const int *in, int n) {
	int t = threadIdx.x;
	__shared__ int s[2][64];
	auto block = cg::this_thread_block();
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
	auto p = cuda::make_pipeline(block, &state);
	int v = 0;
	for (int c = 0, f = 0; c < 4; c++) {
		for (; f < 4 && f < c + 2; f++) {
			p.producer_acquire();
			cuda::memcpy_async(block, s[f % 2], in + f * 48, cuda::aligned_size_t<16>(sizeof(int) * 64), p);
			p.producer_commit();
		}
		p.consumer_wait();
		v += (c + 1) * s[c % 2][63 - t];
		p.consumer_release();
	}
	out[t] = v;
}

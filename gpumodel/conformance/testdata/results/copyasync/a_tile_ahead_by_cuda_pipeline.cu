// A tile ahead, or none, with cuda::memcpy_async.
//
// templates: 1; 0
// sizes: 1
// tiles: 40
// block: 32
// grid: 8
// a[8 * 40 * 128]: i % 37 - 18
// d[8 * 32]: 0
// cards: V100, A100, H200

#include <cuda/pipeline>
template <int AHEAD> __global__ void k(float *d, const float *a, int tiles) {
	__shared__ __align__(16) float s[2][128];
	int t = threadIdx.x;
	float sum = 0;
	const float *from = a + blockIdx.x * tiles * 128;
	cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
	for (int next = 0, i = 0; i < tiles; i++) {
		for (; next < tiles && next <= i + AHEAD; next++) {
			pipe.producer_acquire();
			cuda::memcpy_async(&s[next & 1][4 * t], from + next * 128 + 4 * t, sizeof(float4), pipe);
			pipe.producer_commit();
		}
		pipe.consumer_wait();
		__syncwarp();
		for (int j = 0; j < 128; j++) sum = sum * 0.5f + s[i & 1][(j + t) & 127];
		__syncwarp();
		pipe.consumer_release();
	}
	d[blockIdx.x * 32 + t] = sum;
}

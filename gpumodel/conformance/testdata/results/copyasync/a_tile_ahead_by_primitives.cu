// A tile ahead, or none, with __pipeline_memcpy_async.
//
// templates: 1; 0
// sizes: 1
// tiles: 40
// block: 32
// grid: 8
// a[8 * 40 * 128]: i % 37 - 18
// d[8 * 32]: 0
// cards: V100, A100, H200

#include <cuda_pipeline.h>
template <int AHEAD> __global__ void k(float *d, const float *a, int tiles) {
	__shared__ __align__(16) float s[2][128];
	int t = threadIdx.x;
	float sum = 0;
	const float *from = a + blockIdx.x * tiles * 128;
	__pipeline_memcpy_async(&s[0][4 * t], from + 4 * t, 16);
	__pipeline_commit();
	for (int i = 0; i < tiles; i++) {
		if (i + 1 < tiles) __pipeline_memcpy_async(&s[(i + 1) & 1][4 * t], from + (i + 1) * 128 + 4 * t, 16);
		__pipeline_commit();
		__pipeline_wait_prior(AHEAD);
		__syncwarp();
		for (int j = 0; j < 128; j++) sum = sum * 0.5f + s[i & 1][(j + t) & 127];
		__syncwarp();
	}
	d[blockIdx.x * 32 + t] = sum;
}

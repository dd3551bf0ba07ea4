// Dot products with __ldg and float4.
//
// sizes: 4 32 100 1024
// block: 32, 2
// grid: 2
// a[4 * n]: rand(0, 63) / 8.0
// x: rand(0, 15) / 4.0
// y[4]: 0

__inline__ __device__ float warpReduceSum(float v) {
	for (int offset = warpSize / 2; offset > 0; offset /= 2) v += __shfl_xor_sync(0xffffffff, v, offset);
	return v;
}
__global__ void k(float *y, const float *__restrict__ a, const float *__restrict__ x, int n) {
	int row = blockIdx.x * blockDim.y + threadIdx.y;
	const float4 *p = reinterpret_cast<const float4 *>(a + row * n), *q = reinterpret_cast<const float4 *>(x);
	float sum = 0.f;
	for (int j = threadIdx.x; j < n / 4; j += 32) {
		float4 u = __ldg(&p[j]), v = __ldg(q + j);
		sum += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
	}
	sum = warpReduceSum(sum);
	if (threadIdx.x == 0) y[row] = sum;
}

// Sum of a softmax's exponentials.
//
// sizes: 4 32 100 1024
// block: 32, 2
// grid: 2
// a[4 * n]: rand(0, 63) / 8.0
// x: rand(0, 15) / 4.0
// y[4]: 0
// tolerance: 64 ulps

// The host sums in double.
#ifdef HOST
#define SUM double
#define EXP(x) exp((double)(x))
#else
#define SUM float
#define EXP(x) expf(x)
#endif

struct Max { __device__ float operator()(float a, float b) const { return fmaxf(a, b); } };
struct Sum { __device__ SUM operator()(SUM a, SUM b) const { return a + b; } };
template <typename T, typename Op> __device__ T warpReduce(T v, Op op) {
	#pragma unroll
	for (int m = 16; m; m >>= 1) v = op(v, __shfl_xor_sync(0xffffffff, v, m, 32));
	return v;
}
__global__ void k(float *y, const float *a, const float *x, int n) {
	const float *row = a + (blockIdx.x * blockDim.y + threadIdx.y) * n;
	float most = -INFINITY;
	SUM sum = 0;
	for (int j = threadIdx.x; j < n; j += 32) most = fmaxf(most, row[j]);
	most = warpReduce(most, Max());
	for (int j = threadIdx.x; j < n; j += 32) sum += EXP(row[j] - most);
	sum = warpReduce(sum, Sum{});
	if (threadIdx.x == 0) y[blockIdx.x * blockDim.y + threadIdx.y] = sum;
}

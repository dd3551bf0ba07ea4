// Dot product.
//
// tolerance: 40 ulps
// grid: 3
// block: 128
// sum[3]: 0
// a: uniform(0, 1)
// b: uniform(0, 1)
// The host sums in double.
#ifdef HOST
#define SUM double
#else
#define SUM float
#endif


__global__ void dot(float *sum, const float *a, const float *b, int n) {
	__shared__ SUM cache[128];
	SUM t = 0;
	for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) t += (SUM)a[i] * b[i];
	cache[threadIdx.x] = t;
	__syncthreads();
	int i = blockDim.x / 2;
	while (i != 0) {
		if (threadIdx.x < i) cache[threadIdx.x] += cache[threadIdx.x + i];
		__syncthreads();
		i /= 2;
	}
	if (threadIdx.x == 0) sum[blockIdx.x] = cache[0];
}

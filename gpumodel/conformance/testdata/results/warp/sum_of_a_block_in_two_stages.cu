// Sum of a block in two stages.
//
// sizes: 64 640
// block: min(n, 64)
// in: rand(-30, 69)

#define FULL_MASK 0xffffffff
__inline__ __device__ int warpReduceSum(int val) {
	for (int offset = warpSize / 2; offset > 0; offset /= 2) val += __shfl_down_sync(FULL_MASK, val, offset);
	return val;
}
__inline__ __device__ int blockReduceSum(int val) {
	static __shared__ int shared[32];
	int lane = threadIdx.x % warpSize, wid = threadIdx.x / warpSize;
	val = warpReduceSum(val);
	if (lane == 0) shared[wid] = val;
	__syncthreads();
	val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
	if (wid == 0) val = warpReduceSum(val);
	return val;
}
__global__ void k(int *out, const int *in, int n) {
	int sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum += in[i];
	sum = blockReduceSum(sum);
	if (threadIdx.x == 0) atomicAdd(out, sum);
}

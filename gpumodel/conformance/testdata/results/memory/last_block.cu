// Last block by atomicInc and fence.
//
// result[1]: 0
// partial[(n + 99) / 100]: 0
// in: rand(0, 99) / 4.0

__device__ unsigned int count = 0;
__global__ void k(float *result, volatile float *partial, const float *in, int n) {
	__shared__ bool last;
	__shared__ float s[100];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	s[t] = i < n ? in[i] : 0;
	__syncthreads();
	if (t == 0) {
		float sum = 0;
		for (int j = 0; j < blockDim.x; j++) sum += s[j];
		partial[blockIdx.x] = sum;
		__threadfence();
		last = atomicInc(&count, gridDim.x) == gridDim.x - 1;
	}
	__syncthreads();
	if (last && t == 0) {
		float sum = 0;
		for (int b = 0; b < gridDim.x; b++) sum += partial[b];
		*result = sum;
		count = 0;
	}
}

// Histogram.
//
// grid: 3
// block: 80
// bins[256]: 0
// data: rand(0, 15) * rand(0, 16)

__global__ void k(unsigned *bins, const unsigned char *data, int n) {
	__shared__ unsigned s[256];
	for (int b = threadIdx.x; b < 256; b += blockDim.x) s[b] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&s[data[i]], 1);
	__syncthreads();
	for (int b = threadIdx.x; b < 256; b += blockDim.x) atomicAdd(bins + b, s[b]);
}

// Grid stride.

__global__ void k(int *out, const int *in, int n) {
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x / 2 + 1) atomicAdd(&out[i], in[i]);
}

// Lanes that take turns at a lock.
//
// sizes: 32 64 192
// block: min(n, 64)
// in: rand(-30, 69)
// from: 7.0

__device__ int lock;
__device__ volatile int counter, last;
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	while (atomicCAS(&lock, 0, 1) != 0) {}
	int ticket = counter;
	counter = ticket + 1;
	__threadfence();
	atomicExch(&lock, 0);
	out[ticket] = ticket + 1;
	__syncthreads();
	if (threadIdx.x == 0) last = in[i];
}

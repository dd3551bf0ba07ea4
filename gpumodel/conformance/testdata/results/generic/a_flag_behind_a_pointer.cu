// A flag behind a pointer.

#ifndef HOST // on which threads take turns
#define spin()
#endif

struct channel { volatile int *flag; int *value; };
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
	__shared__ int flag, value;
	__shared__ channel c;
	if (t == 0) { flag = 0; c.flag = &flag; c.value = &value; }
	__syncthreads();
	if (t == 64) { *c.value = 1000 + blockIdx.x; __threadfence_block(); *c.flag = 1; }
	if (t < 32) while (*c.flag == 0) spin();
	__syncthreads();
	if (i < n) out[i] = in[i] + *c.value;
}

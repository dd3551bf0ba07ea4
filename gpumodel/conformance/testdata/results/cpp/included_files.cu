// Included files.

#include "lib/scale.cuh"
#include "lib/scale.cuh"
#include <math.h>
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] = scale(in[i]) + OFFSET + __LINE__ + line();
}

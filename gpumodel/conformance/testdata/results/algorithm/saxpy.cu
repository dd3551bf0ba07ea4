// Saxpy.
//
// wants: fused truncated
// a: 2.5
// x: uniform(0, 1)
// y: uniform(0, 1)

#ifndef HOST
#define multiply_add(x, y, z) (x) * (y) + (z)
#endif

__global__ void saxpy(int n, float a, const float *x, float *y) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) y[i] = multiply_add(a, x[i], y[i]);
}

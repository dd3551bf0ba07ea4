// AtomicAdd of double by CAS.
//
// sum[1]: 0
// in: rand(0, 999) / 8.0

__device__ double add(double *address, double val) {
	unsigned long long int *p = (unsigned long long int *)address;
	unsigned long long int old = *p, assumed;
	do {
		assumed = old;
		old = atomicCAS(p, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));
	} while (assumed != old);
	return __longlong_as_double(old);
}
__global__ void k(double *sum, const double *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) add(sum, in[i]);
}

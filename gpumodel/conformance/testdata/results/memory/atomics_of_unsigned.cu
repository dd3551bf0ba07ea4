// Atomics of unsigned.
//
// in: any()
// a: 7, 1 << 31, 1 << 30, 2, 4, 10
// tickets[7]: 0

__global__ void k(unsigned *a, const unsigned *in, unsigned *tickets, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	unsigned x = in[i];
	atomicAdd(&a[0], x); atomicMin(&a[1], x); atomicMax(&a[2], x);
	unsigned t = atomicInc(&a[3], 6); atomicAdd(&tickets[t], 1);
	atomicDec(&a[4], 9);
	atomicSub(a + 5, 3u);
}

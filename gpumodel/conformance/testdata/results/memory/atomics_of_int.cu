// Atomics of int.
//
// in: rand(-0x40000000, 0x3fffffff)
// a: 1, 2, 1 << 30, -1 << 30, -1, 0, 0, 0, 0, 5, 5, 5

__global__ void k(int *a, const int *in, int *olds, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int x = in[i];
	atomicAdd(&a[0], x); atomicSub(&a[1], x); atomicMin(&a[2], x); atomicMax(&a[3], x);
	atomicAnd(&a[4], x); atomicOr(&a[5], x); atomicXor(&a[6], x);
	atomicCAS(&a[7], 0, x | 1);
	olds[atomicAdd(&a[8], 1)] = 1;
	atomicExch(&a[9 + i % 3], 77);
}

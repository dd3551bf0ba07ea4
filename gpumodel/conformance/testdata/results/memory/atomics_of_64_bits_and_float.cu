// Atomics of 64 bits and float.
//
// in: rand(-1000, 999)
// a[n + 1]: choose(i == 0, 0, (i - 1) << 40)
// f: 1 + i % 2

__global__ void k(unsigned long long *a, float *f, const int *in, unsigned long long *olds, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	atomicAdd(a, (unsigned long long)(long long)in[i] << 20);
	unsigned long long before = atomicExch(&a[1 + i], 1ULL << 50 | i);
	olds[i] = before + 1;
	atomicCAS(&a[1 + i], 1ULL << 50 | i, ~0ULL);
	if (atomicExch(f + i, 0.25f) == 2.0f) atomicExch(&f[i], -0.0f);
}

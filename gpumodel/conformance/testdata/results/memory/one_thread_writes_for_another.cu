// One thread writes for another.
//
// list[2 * n]: 0
// next: choose(i == 0, 0, choose(rand(0, 4) == 0, -i, rand(0, i - 1) + 1))

__global__ void k(int *list, int *next, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) { list[(i * 7 + 3) % n] = next[i]; int *p = next + i; while (*p > 0) { p = next + *p - 1; } list[n + i] = p - next; }
}

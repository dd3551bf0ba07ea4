// Clock.
//
// sizes: 1
// grid: 1
// block: 48
// out[48]: i
// ticks[48]: 0

__global__ void k(int *out, long long *ticks) {
	clock_t a = clock();
	int x = out[threadIdx.x];
	for (int j = 0; j < 10; j++) x = x * 3 + 1;
	clock_t b = clock();
	long long c = clock64();
	out[threadIdx.x] = x;
	ticks[threadIdx.x] = b > a && c >= b && b - a < 100000;
}

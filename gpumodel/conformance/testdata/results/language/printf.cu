// Printf.
//
// sizes: 4
// grid: 2
// block: 4

__global__ void k(int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned char c = 'a' + i;
	if (i < 2) printf("%d|%5d|%-4d|%04d|%+d|%u|%x|%#X|%o|%c|%%|%s\n", i, -i, i, i, i, i - 1, 255 + i, 171, 8, c, "text");
	__syncthreads();
	if (threadIdx.x == 3) printf("block %d: %f %.2f %8.3e %g %g %lf\n", blockIdx.x, 1.5f, 2.0 / 3, 12345.678, 1e-5, 100000.0, -0.0);
	__syncthreads();
	if (i == n - 1) printf("%lld %llu %llx %hhd %ld %s %p\n", -1LL << 40, 1ULL << 63, 0xabcdef0123456789ULL, 300, 5L, i > 2 ? "yes" : "no", (int *)0);
	__syncthreads();
	if (i == 0) printf("[%*d] %-6s|%4s|%%%s\n", 6, 42, "no", "more", "50%");
}

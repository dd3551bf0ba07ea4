// Macros.

#define IDX (blockIdx.x * blockDim.x + threadIdx.x)
#define SQUARE(x) ((x) * (x))
#define MAX3(a, b, c) max(a, max(b, c))
#define FOR(i, n) for (int i = 0; i < (n); i++)
#define CAT(a, b) a##b
#define LOOP_TWICE(body) do { body; body; } while (0)
__global__ void k(int *out, const int *in, int n) {
	if (IDX < n) {
		int CAT(var, 1) = in[IDX], sum = 0;
		FOR(j, 3) sum += SQUARE(var1 + j);
		LOOP_TWICE(sum += 5);
		out[IDX] = MAX3(sum, 7, var1) + __LINE__;
	}
}

// Texts as parameters.
//
// sizes: 1
// block: 1

__device__ void say(const char *who, int n) { if (n > 3) printf("%s %d\n", who, n); }
__device__ void twice(const char *const first, const char *second) { say(second, 4); say(first, 5); }
__global__ void k(int n) {
	const char *own = "own";
	twice("a", own);
	twice(own, "b%");
	printf("%5s|\n", own);
}

// Constexpr functions.

constexpr int square(int x) { return x * x; }
constexpr int log2(int n) { return n <= 1 ? 0 : 1 + log2(n / 2); }
constexpr unsigned reverse(unsigned x, int bits) {
	unsigned r = 0;
	for (int i = 0; i < bits; i++) { r = r << 1 | (x & 1); x >>= 1; }
	return r;
}
constexpr int class_of(int x) {
	switch (x % 4) { case 0: return 10; case 1: x += 5; case 2: x--; break; default: return -1; }
	while (x > 9) x -= 3;
	do ++x; while (x < 4);
	return x;
}
template <typename T> constexpr T cube(T x) { return x * x * x; }
template <int N> __device__ int twice() { return 2 * N; }
constexpr int size = square(3) + log2(1 << 20);
static_assert(size == 29 && reverse(6, 4) == 6 && reverse(1, 8) == 128 && cube(-2) == -8, "constants");
static_assert(class_of(0) == 10 && class_of(1) == 6 && class_of(2) == 4 && class_of(3) == -1 && class_of(14) == 8, "control");
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int a[square(2)] = {1, 2, 3, 4};
	out[i] = square(in[i]) + twice<log2(64)>() + a[square(2) - 1] + class_of(i) + cube(i % 5) + (int)reverse(i, 10);
}

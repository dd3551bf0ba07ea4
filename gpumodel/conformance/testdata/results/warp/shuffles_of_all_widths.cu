// Shuffles of all widths: all shuffles of all types by 0 to 31 lanes, in segments of n lanes. A number for each lane and
// distance stands for what it got.
//
// sizes: 1 2 4 8 16 32
// block: 32
// grid: 1
// out[32 * 32]: 0

__device__ void fold(unsigned &sum, unsigned long long got) {
	sum = (sum ^ (unsigned)got) * 0x01000193u;
	sum = (sum ^ (unsigned)(got >> 32)) * 0x01000193u;
}
__device__ unsigned long long bits(int x) { return (unsigned)x; }
__device__ unsigned long long bits(unsigned x) { return x; }
__device__ unsigned long long bits(float x) { return __float_as_uint(x); }
__device__ unsigned long long bits(double x) { return __double_as_longlong(x); }
__device__ unsigned long long bits(long long x) { return x; }
__device__ unsigned long long bits(unsigned long long x) { return x; }
template <typename T> __device__ void all(unsigned &sum, T v, int by, int width) {
	fold(sum, bits(__shfl_sync(0xffffffff, v, by, width)));
	fold(sum, bits(__shfl_up_sync(0xffffffff, v, by, width)));
	fold(sum, bits(__shfl_down_sync(0xffffffff, v, by, width)));
	fold(sum, bits(__shfl_xor_sync(0xffffffff, v, by, width)));
}
__global__ void k(unsigned *out, int n) {
	int lane = threadIdx.x;
	for (int by = 0; by < 32; by++) {
		unsigned sum = 0x811c9dc5u;
		all<int>(sum, -lane, by, n);
		all<unsigned>(sum, lane * 0x9e3779b9u, by, n);
		all<float>(sum, lane * 0.5f, by, n);
		all<double>(sum, lane * 1e100, by, n);
		all<long long>(sum, lane * -(1LL << 40), by, n);
		all<unsigned long long>(sum, lane * 0x123456789abcdefULL, by, n);
		out[32 * by + lane] = sum;
	}
}

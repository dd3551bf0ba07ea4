// Device functions.

__device__ int twice(int x) { return x + x; }
__device__ __forceinline__ void split(int x, int *q, int &r) { *q = x / 10; r = x % 10; }
__device__ int clamp(int x, int low = -20, int high = 20) { if (x < low) return low; if (x > high) return high; return x; }
inline __device__ float mean(float a, float b) { return (a + b) / 2; }
__device__ int digits(int x) { int n = 0; do { n++; x /= 10; } while (x); return n; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int q, r;
	split(in[i], &q, r);
	out[i] = twice(twice(q)) + clamp(in[i]) * 1000 + clamp(in[i], 0) + r + (int)mean(in[i], 8) + digits(in[i]);
}

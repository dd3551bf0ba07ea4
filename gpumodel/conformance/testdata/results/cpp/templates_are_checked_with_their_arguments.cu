// Templates are checked with their arguments.

template <int TILE, int WARPS, typename V> __global__ void tiles(float *c) {
	static_assert(TILE % (32 * WARPS) == 0 && sizeof(V) >= 8, "shape");
	constexpr int per = TILE / (32 * WARPS), rest = 64 / (per - 1);
	V v[per];
	for (int i = 0; i < per; i++) c[i] = v[i].y + rest;
}
__device__ int first(const int *p) { return p[0]; }
__device__ int first(int *p) { return p[0] + 1000; }
#ifdef __linux__
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int own[1] = {1};
	atomicAdd_system(out + i, first(in + i));
	out[i] += first(own);
}
#endif

// References to arrays.

template <int N> __device__ int drain(int (&r)[N]) { int s = 0; for (int i = 0; i < N; i++) { s += r[i]; r[i] = i; } return s + sizeof(r); }
template <typename T, int M, int N> __device__ T total(const T (&r)[M][N]) { T s = 0; for (int i = 0; i < M; i++) for (int j = 0; j < N; j++) s += r[i][j]; return s; }
__device__ int ends(const int (&r)[3]) { return r[0] * r[2]; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int x = in[i], r[4] = {x, 1, 2, 3}, q[2][3] = {{x, 2, 3}, {4, 5, 6}}, e[3] = {x, 0, 7};
	out[i] = drain(r) + r[3] + total(q) + ends(e);
}

// A template.
//
// templates: int, 4; float, 4; double, 4; long long, 4; short, 4; int, 8; float, 8; double, 8; long long, 8; short, 8

template <typename T> __device__ T larger(T a, T b) { return a > b ? a : b; }
template <class T, int N = 2> __device__ T power(T x) { T r = 1; for (int i = 0; i < N; i++) r *= x; return r; }
template <typename T, int SIZE> __global__ void k(int *out, const int *in, int n) {
	__shared__ T s[SIZE];
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x % SIZE;
	if (threadIdx.x < SIZE) s[t] = (T)(t % 5);
	__syncthreads();
	if (i < n) out[i] = (int)larger<T>(s[t], power<T, 3>((T)(in[i] % 4))) + (int)power(T(3)) + (int)larger(1.5, 2.5) + (int)sizeof(T);
}

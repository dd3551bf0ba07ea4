// Specialisations.

template <typename T> __device__ T next(T x);
template <> __device__ int next(int x) { return x + 1; }
template <typename U> __device__ U twice(U x);
template <typename T> __device__ T twice(T x) { return 2 * x; }
template <typename T> struct Shared { __device__ T *get() { extern __device__ void error(void); error(); return 0; } };
template <> struct Shared<int> { __device__ int *get() { __shared__ int s_int[256]; return s_int; } };
template <> struct Shared<float> { __device__ float *get() { __shared__ float s_float[256]; return s_float; } };
template <typename T, int N> struct Rank { static constexpr int value = 0; };
template <typename T, int N> struct Rank<T *, N> { static constexpr int value = 10 + Rank<T, N>::value; };
template <int N> struct Rank<int, N> { static constexpr int value = N; };
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	Shared<int> s;
	int *p = s.get();
	p[threadIdx.x] = i < n ? next(in[i]) : 0;
	__syncthreads();
	if (i < n) out[i] = p[threadIdx.x] + twice(3) + Rank<int **, 4>::value + Rank<float, 2>::value;
}

// Specialised templates.
//
// kernels: k
// f: rand(0, 99)
// in: rand(-100, 99)
// d: rand(0, 99)

template <typename T> __device__ T half_of(T x) { return x / 2; }
template <> __device__ int half_of<int>(int x);
template <typename T> __device__ void swap(T &a, T &b) { T t = a; a = b; b = t; }
template <> __device__ void swap(float &a, float &b) { float t = a; a = -b; b = -t; }
template <typename T, int N = 3> __global__ void each(T *a) { a[0] = N; }
template <> __global__ void each<float, 4>(float *a) { a[0] = -4; }
template <> __device__ int half_of(int x) { return x >> 1; }
template __device__ double half_of<double>(double);
__global__ void k(float *f, int *in, double *d, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	float a = half_of(f[i]), b = 1;
	swap(a, b);
	f[i] = a + 2 * b;
	int x = half_of(in[i]), y = 3;
	swap(x, y);
	in[i] = x - y;
	d[i] = half_of(d[i]);
}

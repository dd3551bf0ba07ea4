// Kernels of one expression: of x, and of x and y.

#define UNARY(name, R, T, ...)                        \
	__global__ void name(R *out, const T *a, int n) {     \
		int i = blockIdx.x * blockDim.x + threadIdx.x;      \
		if (i < n) {                                        \
			T x = a[i];                                       \
			out[i] = (__VA_ARGS__);                           \
		}                                                   \
	}
#define BINARY(name, R, T, ...)                                \
	__global__ void name(R *out, const T *a, const T *b, int n) { \
		int i = blockIdx.x * blockDim.x + threadIdx.x;              \
		if (i >= n) return;                                         \
		T x = a[i], y = b[i];                                       \
		out[i] = (__VA_ARGS__);                                     \
	}

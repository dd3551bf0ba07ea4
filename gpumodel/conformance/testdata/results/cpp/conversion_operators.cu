// Conversion operators.

template <class T> struct SharedMemory {
	__device__ inline operator T *() { __shared__ int memory[256]; return (T *)memory; }
	__device__ inline operator const T *() const { __shared__ int memory[256]; return (T *)memory; }
};
struct Meters {
	float v;
	__device__ operator float() const { return v; }
	__device__ explicit operator bool() const { return v > 0; }
};
struct Id { int v; __device__ operator int() const { return v; } };
struct Longer : Id {};
__device__ int third(const int *a, Longer at) { return a[at]; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int *s = SharedMemory<int>();
	s[threadIdx.x] = i < n ? in[i] : 0;
	__syncthreads();
	if (i >= n) return;
	Meters m = {2.5f};
	Id id = {3};
	Longer last;
	last.v = n - 1;
	float f = m;
	out[i] = s[threadIdx.x] + (int)(f * 2) + id * 2 + -id + third(in, last);
	if (m) out[i] += id;
}

// Vectors with operators.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

struct vec3 {
	float x, y, z;
	__host__ __device__ vec3() : x(0), y(0), z(0) {}
	__host__ __device__ vec3(float a, float b, float c) : x(a), y(b), z(c) {}
	__host__ __device__ vec3 operator+(const vec3 &o) const { return vec3(x + o.x, y + o.y, z + o.z); }
	__host__ __device__ vec3 &operator+=(const vec3 &o) { x += o.x; y += o.y; z += o.z; return *this; }
	__host__ __device__ float dot(const vec3 &o) const { return x * o.x + y * o.y + z * o.z; }
};
__host__ __device__ inline vec3 operator*(float s, const vec3 &v) { return vec3(s * v.x, s * v.y, s * v.z); }
__device__ vec3 shuffle(const vec3 &v, int mask) {
	return vec3(__shfl_xor_sync(0xffffffff, v.x, mask), __shfl_xor_sync(0xffffffff, v.y, mask), __shfl_xor_sync(0xffffffff, v.z, mask));
}
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	vec3 v(in[i], 1, 2 * in[i]);
	for (int m = 16; m > 0; m /= 2) v += shuffle(v, m);
	out[i] = (int)(0.5f * v + vec3(1, 1, 1)).dot(vec3(1, 2, 3));
}

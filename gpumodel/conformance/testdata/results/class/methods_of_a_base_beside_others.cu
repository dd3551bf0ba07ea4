// Methods of a base beside others.

struct B {
	int v;
	__device__ int f(int x) { return x + v; }
	__device__ int f(int x, int y, int z) { return 50; }
	__device__ int operator()(int x) const { return 1; }
};
struct C { int w; __device__ int f(const int *p) { return p[0] + w; } };
struct D : C, B {
	using B::f, C::f;
	using B::v;
	using B::operator();
	__device__ int f(float x, int y) { return y; }
	__device__ int f(int x, int y, int z) { return 60; }
	__device__ int operator()(float x) const { return 2; }
	__device__ int g() { return f(1) + f(1.0f, 2); }
};
template <class... Ts> struct Overloaded : Ts... { using Ts::operator()...; };
struct One { __device__ int operator()(int x) const { return x; } };
struct Two { __device__ int operator()(const char *s) const { return 1000; } };
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	D d;
	d.v = in[i];
	d.w = 70000;
	Overloaded<One, Two> o;
	out[i] = d.f(1) + d.f(1.0f, 2) + d.f(1, 2, 3) + d.f(in + i) + d(1) + 10 * d(1.0f) + d.g() + o(in[i]) + o("text");
}

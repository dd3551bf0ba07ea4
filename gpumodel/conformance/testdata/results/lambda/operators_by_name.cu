// Operators by name.

struct S {
	int v;
	__device__ S operator+(S o) const { return S{v + o.v}; }
	__device__ int operator()(int x) { return v * x; }
	__device__ int operator[](int i) const { return v + i; }
	__device__ S &operator+=(int x) { v += x; return *this; }
	__device__ operator float() const { return v + 2.5f; }
	template <typename T> __device__ T operator-(T x) const { return v - x; }
	__device__ int f() { operator+=(1); return operator()(2) + this->operator()(3) + (*this)(1) + operator[](1); }
};
__device__ S operator-(S a, S b) { return S{100 + a.v - b.v}; }
namespace m { struct T { int v; }; __device__ int operator*(T a, T b) { return a.v * b.v; } }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	S s{in[i]}, t;
	S *p = &s;
	t.operator=(s);
	p->operator+=(3);
	out[i] = s.operator+(t).v + s.operator()(7) + s.operator[](2) + (int)(2 * t.operator float()) + ::operator-(s, t).v + m::operator*(m::T{2}, m::T{3}) + operator*(m::T{4}, m::T{5}) + s.operator-<int>(3) + t.f();
}

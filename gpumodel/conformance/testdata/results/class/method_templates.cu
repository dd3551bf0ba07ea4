// Method templates.

struct Bits {
	unsigned v;
	template <typename T> __device__ T as() const { return (T)v; }
	template <typename T> __device__ Bits &add(T x) { v += (unsigned)x; return *this; }
	__device__ Bits &add(float x) { v += 100u; return *this; }
	template <int N> static __device__ int shifted(int x) { return x << N; }
	template <typename F> __device__ int apply(F f) { return f(*this) + shifted<1>(3); }
};
template <typename T> struct Box {
	T v;
	template <typename U> __device__ U to(U scale) { return (U)v * scale; }
	template <typename U> __device__ void set(const Box<U> &b) { v = (T)b.v; }
};
template <typename B> __device__ int use(B b) { return b.template to<int>(3); }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	Bits b = {5u};
	b.add(in[i]).add(1.0f).add(2.0);
	Box<float> f = {2.5f};
	Box<int> g;
	g.set(f);
	out[i] = b.as<int>() + Bits::shifted<3>(2) + b.apply([](Bits x) { return (int)x.v; }) + use(g) + (int)f.to(4.0f) + b.template as<short>();
}

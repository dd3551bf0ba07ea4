// Members without an object, and those of a base.

struct Base { int n; __device__ Base(int n) : n(n) {} };
struct Derived : Base { int n; __device__ Derived(int a) : Base(a), n(2 * a) {} __device__ int sum() { return Base::n + n + Derived::n; } };
struct None { int m; };
template <typename T, typename = void> struct has_n { static constexpr int value = 0; };
template <typename T> struct has_n<T, std::void_t<decltype(T::n)>> { static constexpr int value = 1; };
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	Derived d(in[i]);
	out[i] = d.sum() + d.Base::n + sizeof(Derived::n) + 100 * has_n<Derived>::value + 1000 * has_n<None>::value;
}

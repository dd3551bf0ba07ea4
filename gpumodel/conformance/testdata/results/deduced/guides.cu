// Guides.

namespace m {
template <typename T, int N> struct vec { T v[N]; };
template <typename T, typename... U> __device__ vec(T, U...) -> vec<T, 1 + sizeof...(U)>;
}
template <typename T> struct Box { T v; int n; };
template <typename T> __device__ Box(const T *, int) -> Box<T>;
__device__ Box(float, int) -> Box<double>;
template <class... Ts> struct Overloaded : Ts... { using Ts::operator()...; };
template <class... Ts> __device__ Overloaded(Ts...) -> Overloaded<Ts...>;
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	m::vec v{in[i], 2, 3};
	m::vec w = {1.0f, 2.0f};
	Box b{1.5f, 2};
	static_assert(sizeof(v) == 12 && sizeof(b.v) == 8, "");
	Overloaded f{[=](int x) { return x + in[i]; }, [](float x) { return 1000; }};
	out[i] = v.v[0] + v.v[2] + (int)w.v[1] + b.n + f(1) + f(1.0f) + m::vec{5, 6}.v[1];
}

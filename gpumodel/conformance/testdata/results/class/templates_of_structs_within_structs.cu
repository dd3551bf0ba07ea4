// Templates of structs within structs.

struct Plain { template <typename T> struct In { T v; __device__ T get() const { return v; } }; };
template <typename U> struct S {
	template <typename T, int N = 2> struct In { T v[N]; U u; __device__ int get() const { return v[1] + u; } static constexpr int size = N; typedef T type; };
	template <typename T> struct In<T, 1> { T only; static constexpr int size = 100; };
	template <typename T> struct rebind { typedef S<T> other; };
	U u;
};
struct Traits { template <int N> struct Tile { static constexpr int rows = N; int d[N]; }; };
template <typename Tr, int N> struct Sum {
	using Tile = typename Tr::template Tile<N>;
	Tile t;
	__device__ int operator()() { int s = 0; for (int i = 0; i < Tile::rows; i++) s += t.d[i]; return s; }
};
template <template <int> class Tl> struct Use { Tl<3> t; };
template <typename A> __device__ int rebound(A a) { typename A::template rebind<char>::other m; m.u = a.u; return m.u; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	S<int>::In<int> x{{3, in[i]}, 2};
	S<int>::In<S<int>::In<int, 1>> y;
	y.v[0].only = 2;
	Sum<Traits, 4> sum;
	for (int j = 0; j < 4; j++) sum.t.d[j] = j + i;
	Use<Traits::Tile> u;
	u.t.d[2] = 9;
	out[i] = Plain::In<int>{in[i]}.get() + x.get() + S<char>::In<int, 7>::size + S<int>::In<int, 1>::size + y.v[0].only + sum() + u.t.d[2] + rebound(S<int>{in[i] + 1024});
}

// Templates of constructors, references to what has no name.

template <class T> struct Vec {
	T d[3];
	__device__ Vec() : d{} {}
	template <class U> __device__ explicit Vec(U x) { for (int i = 0; i < 3; i++) d[i] = T(x); }
	template <class U, class V> __device__ Vec(U a, V b) { d[0] = a; d[1] = b; d[2] = 0; }
	template <class U> __device__ Vec(const Vec<U> &o) { for (int i = 0; i < 3; i++) d[i] = o.d[i]; }
	template <class U> __device__ Vec &operator=(const Vec<U> &o) { for (int i = 0; i < 3; i++) d[i] = o.d[i] + 1; return *this; }
	__device__ T sum() const { return d[0] + d[1] * 2 + d[2] * 3; }
};
__device__ int kind(int &) { return 1; }
__device__ int kind(const int &) { return 2; }
__device__ int kind(int &&) { return 3; }
template <class T> __device__ int forwarded(T &&x) { return kind(std::forward<T>(x)); }
template <class F, class... A> __device__ auto call(F &&f, A &&...a) { return f(std::forward<A>(a)...); }
struct Q { __device__ int f() & { return 1; } __device__ int f() && { return 2; } };
template <typename T> struct Strip { using type = T; };
template <typename T> struct Strip<T &> { using type = T; };
template <template <typename> class C, typename T> __device__ T inside(C<T> v) { return v.v; }
template <typename T> struct Box { T v; };
template <typename, int> struct Unnamed { static constexpr int value = 4; };
template <typename T> constexpr int bytes = sizeof(T);
template <> constexpr int bytes<char> = 100;
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	const int c = 4;
	Vec<float> a(in[i]);
	Vec<int> b(a), d(1, 2.5f), e = b, f;
	f = a;
	e = d;
	int s = 0, r = call([&](int &z, int w) { z += w; return z; }, s, 5), own = i;
	out[i] = b.sum() + 100 * e.sum() + f.sum() + kind(own) + 10 * kind(c) + 100 * kind(5) + 1000 * kind(std::move(own))
		+ forwarded(own) + 10 * forwarded(c) + 100 * forwarded(9) + r + s + Q().f() + sizeof(Strip<char &>::type)
		+ inside(Box<int>{6}) + Unnamed<float, 3>::value + bytes<double> + bytes<char>;
}

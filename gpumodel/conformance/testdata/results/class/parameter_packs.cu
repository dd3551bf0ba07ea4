// Parameter packs.

template <typename... Ts> struct Tuple;
template <> struct Tuple<> { static constexpr int size = 0; };
template <typename H, typename... T> struct Tuple<H, T...> {
	H head;
	Tuple<T...> tail;
	static constexpr int size = 1 + Tuple<T...>::size;
	template <typename F> __device__ int each(F f) const { if constexpr (sizeof...(T) > 0) return f(head) + tail.each(f); else return f(head); }
};
template <int... Ns> struct Sum { static constexpr int value = (Ns + ... + 0); };
template <typename T, typename... U> struct First { using type = T; };
template <typename... Ts> using First_t = typename First<Ts...>::type;
__device__ int total() { return 0; }
template <typename T, typename... Ts> __device__ int total(T x, Ts... rest) { return (int)x + total(rest...); }
template <typename T> __device__ T largest(T x) { return x; }
template <typename T, typename... Ts> __device__ T largest(T x, const Ts &... rest) { T y = largest((T)rest...); return x > y ? x : y; }
template <typename... Ts> __device__ int folds(Ts... x) {
	int n = 0;
	((n += x), ...);
	bool all = (... && (x > -1000)), any = (false || ... || (x == 3));
	return n * 4 + all * 2 + any + (... - x) + (x - ...) + (int)sizeof...(Ts) + (100 - ... - x);
}
template <typename... Ts> __device__ void bump(Ts &... x) { ((x += 1), ...); }
template <typename F, typename... A> __device__ auto call(F f, A... a) { return f(2, a...); }
template <int... Ns> __device__ int list(int i) { const int v[] = {Ns..., 9}; return v[i % (sizeof...(Ns) + 1)]; }
template <typename... Ts> __device__ int size(const Tuple<Ts...> &t) { int bytes[] = {(int)sizeof(Ts)...}; return bytes[0] + Tuple<Ts *...>::size; }
template <int N, typename T, typename... Ts> __device__ auto nth(T x, Ts... rest) {
	if constexpr (N == 0) return x;
	else return nth<N - 1>(rest...);
}
struct One { template <typename T> __device__ int operator()(T x) const { return 1; } };
struct Point { int x, y; __device__ Point(int x, int y) : x(x), y(y) {} };
template <typename T, typename... A> __device__ T make(A... a) { return T(a...); }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	Tuple<int, float, char> t = {in[i], {2.5f, {'a', {}}}};
	First_t<int, float> first = 4;
	int a = 1, b = 2;
	long c = 3;
	bump(a, b, c);
	bump();
	Point p = make<Point>(a, b);
	out[i] = t.size + t.each(One()) + Sum<1, 2, 3>::value + Sum<>::value + first + total(in[i], 2.5f, 'a') + largest(3, 8.5, 2L) +
		folds(in[i], 3) + a + b + (int)c + call([](int x, int y, int z) { return x + 10 * y + 100 * z; }, 3, 4) + list<5, 6, 7>(i) + size(t) + nth<1>(1, in[i], 2) + p.x * p.y;
}

// Templates that arguments rule out.

template <class T> __device__ typename std::enable_if<std::is_integral<T>::value, int>::type f(T x) { return x * 2; }
template <class T> __device__ typename std::enable_if<std::is_floating_point<T>::value, int>::type f(T x) { return (int)(x * 3); }
template <class T, std::enable_if_t<sizeof(T) == 8, int> = 0> __device__ int g(T) { return 8; }
template <class T, std::enable_if_t<sizeof(T) != 8, int> = 0> __device__ int g(T) { return 4; }
template <class T, class = void> struct HasType : std::false_type {};
template <class T> struct HasType<T, std::void_t<typename T::type>> : std::true_type {};
struct A { using type = int; };
template <class D> struct Base {
	__device__ int run(int x) const { return static_cast<const D &>(*this).step(x); }
};
struct Add : Base<Add> { int k; __device__ int step(int x) const { return x + k; } };
template <class D> __device__ int twice(const Base<D> &b, int x) { return b.run(b.run(x)); }
template <class T> struct Wider { using type = double; };
template <> struct Wider<short> { using type = int; };
template <class T, class W = typename Wider<T>::type> struct Sum {
	W s = 0;
	__device__ void add(T x) { s += x; }
};
template <class T, T... I> __device__ int all(std::integer_sequence<T, I...>) { return (0 + ... + (I + 1)); }
struct Table { static constexpr int v[2][2] = {{1, 2}, {3, 4}}; };
struct Pt {
	int x;
	__host__ __device__ friend Pt operator+(Pt a, const Pt &b) { return {a.x + b.x}; }
};
template <class T, class Less = std::less<T>> __device__ bool ordered(T a, T b, Less less = Less()) { return less(a, b); }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	struct Count { int n; __device__ Count() : n(0) {} __device__ void up(int by) { n += by; } } count;
	count.up(7);
	Add add;
	add.k = 5;
	Sum<short> s;
	s.add(30000);
	s.add(30000);
	out[i] = f(in[i]) + f(1.5f) + 10 * g(1.0) + 100 * g(1) + HasType<A>::value + 10 * HasType<Pt>::value + twice(add, in[i]) + s.s
		+ all(std::make_index_sequence<4>()) + Table::v[1][i & 1] + (Pt{in[i]} + Pt{1}).x + ordered(1, 2) + ordered(1, 2, std::greater<int>())
		+ decltype(std::true_type())::value + count.n;
}

package gpumodel

// tupleExamples are tuples, optional values and spans of the standard library, and what its traits ask of the compiler.
func tupleExamples() []example {
	const head = "\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tif (i >= n) return;\n"
	return []example{
		wholeKernel("std/tuple", `__device__ std::tuple<int, float> two(int x) { return {x, 2.5f}; }
__device__ auto three(int x) { return std::make_tuple(x, 1.5, 'c'); }
__global__ void k(int *out, const int *in, int n) {
`+head+`	std::tuple<int, float, char> t(in[i], 2.0f, 'c');
	std::get<0>(t) += 3;
	auto [x, y] = two(in[i]);
	auto &[p, q, r] = t;
	p *= 2;
	int u;
	float v;
	std::tie(u, v) = two(in[i] + 1);
	std::tie(u, std::ignore) = two(u + 1);
	std::tuple s(1, 2.0);
	static_assert(std::tuple_size_v<decltype(t)> == 3 && std::is_same_v<std::tuple_element_t<1, decltype(s)>, double>, "");
	auto m = three(2);
	int sum = std::apply([](int a, double b) { return a + (int)b; }, s);
	auto c = std::tuple_cat(s, std::make_tuple(in[i]), m);
	std::pair<int, int> pair(1, 2);
	auto [p1, p2] = pair;
	const auto [c1, c2] = s;
	std::tuple<int> one(5);
	auto [o] = one;
	std::tuple<int, int> copied = pair;
	bool less = std::make_tuple(1, 2) < std::make_tuple(1, 3), equal = s == s;
	out[i] = std::get<0>(t) + x + (int)(2 * y) + u + (int)(2 * v) + (int)std::get<1>(s) + std::get<char>(t) + (int)q + r + (int)(2 * std::get<1>(m)) + sum
		+ std::get<2>(c) + std::get<1>(pair) + p1 + p2 + c1 + (int)c2 + o + std::get<1>(copied) + less + 2 * equal;
	for (auto [a, b] : {s, std::make_tuple(7, 8.0)}) out[i] += a + (int)b;
}`, func(i, n int, in []int32) int32 {
			x := in[i]
			return 2*(x+3) + x + 5 + x + 2 + 5 + 2 + 99 + 2 + 99 + 3 + 3 + x + 2 + 3 + 3 + 5 + 2 + 3 + 3 + 15
		}),
		wholeKernel("std/optional and span", `__device__ std::optional<int> find(std::span<const int> s, int x) {
	for (int i = 0; i < s.size(); i++)
		if (s[i] == x) return i;
	return std::nullopt;
}
__device__ int total(std::span<int> s) { int sum = 0; for (int x : s) sum += x; return sum; }
__global__ void k(int *out, const int *in, int n) {
`+head+`	int list[4] = {1, 2, in[i], 4};
	auto o = find(std::span<const int>(in, n), in[i]);
	out[i] = o ? in[*o] : 0;
	if (auto p = find(list, 2)) out[i] += p.value();
	out[i] += find(list, 777).value_or(5);
	std::span s(list, 4);
	s[1] = 20;
	out[i] += total(s) + s.subspan(1).size() + s.back() + s.first(2).size_bytes() + o.has_value();
	std::optional<float> e;
	e = 3.0f;
	out[i] += (int)*e + e.has_value();
	e.reset();
	std::optional z(4);
	out[i] += e.has_value() + *z;
}`, func(i, n int, in []int32) int32 {
			x := in[i]
			return x + 1 + 5 + 1 + 20 + x + 4 + 3 + 4 + 8 + 1 + 3 + 1 + 4
		}),
		wholeKernel("std/what the traits ask", `struct B { int v; };
struct D : B {};
enum E { X };
enum class F : unsigned char { Y, Z };
struct N { int v; __device__ N(int x) : v(x) {} __device__ N(const N &o) : v(o.v + 1) {} };
struct V { virtual __device__ int f() = 0; };
static_assert(std::is_base_of_v<B, D> && !std::is_base_of<D, B>::value && !std::is_base_of_v<int, int>, "");
static_assert(std::is_enum_v<E> && std::is_enum<F>::value && !std::is_enum_v<int> && std::is_class_v<B> && !std::is_class_v<E>, "");
static_assert(std::is_convertible_v<int, float> && std::is_convertible_v<D *, B *> && !std::is_convertible_v<B *, D *> && !std::is_convertible_v<const int *, int *>, "");
static_assert(std::is_convertible_v<int, N> && !std::is_convertible_v<int *, N> && !std::is_convertible_v<F, int> && std::is_convertible_v<E, int>, "");
static_assert(std::is_trivially_copyable_v<D> && !std::is_trivially_copyable_v<N> && std::is_trivially_copyable_v<int[3]> && !std::is_trivially_copyable_v<int &>, "");
static_assert(std::is_constructible_v<N, int> && !std::is_default_constructible_v<N> && std::is_constructible_v<B> && !std::is_constructible_v<N, int, int>, "");
static_assert(std::is_same_v<std::underlying_type_t<F>, unsigned char> && std::is_same_v<std::underlying_type_t<E>, unsigned>, "");
static_assert(std::is_abstract_v<V> && std::is_polymorphic_v<V> && !std::is_polymorphic_v<B> && !std::is_empty_v<B>, "");
template <typename T, std::enable_if_t<std::is_enum<T>::value, int> = 0> __device__ int number(T x) { return (int)x + 100; }
template <typename T, std::enable_if_t<!std::is_enum_v<T>, int> = 0> __device__ int number(T x) { return x + 1; }
__global__ void k(int *out, const int *in, int n) {
`+head+`	out[i] = number(F::Z) + number(in[i]) + std::min({in[i], 7, i}) + 10 * std::max({in[i], 1, 2});
}`, func(i, n int, in []int32) int32 { x := in[i]; return 101 + x + 1 + min(x, 7, int32(i)) + 10*max(x, 2) }),
	}
}

// What the traits ask.

struct B { int v; };
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
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	out[i] = number(F::Z) + number(in[i]) + std::min({in[i], 7, i}) + 10 * std::max({in[i], 1, 2});
}

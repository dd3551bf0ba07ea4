// Template <auto>.

template <auto V> struct C { static constexpr auto value = V; };
template <auto N> __device__ int twice() { return 2 * N; }
template <auto... Vs> __device__ int total() { return (0 + ... + Vs); }
template <auto V> struct D { static constexpr int n = 1; };
template <> struct D<true> { static constexpr int n = 2; };
template <typename T> struct Of;
template <auto V> struct Of<C<V>> { static constexpr auto v = V + 1; };
template <typename A, typename B> struct Same { static constexpr bool is = false; };
template <typename A> struct Same<A, A> { static constexpr bool is = true; };
enum class E { A, B };
template <int F(int)> __device__ int apply(int x) { return F(x); }
__device__ int inc(int x) { return x + 1; }
static_assert(!Same<C<1>, C<1u>>::is && !Same<C<1>, C<E::B>>::is && Same<C<2>, C<1 + 1>>::is, "");
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	out[i] = in[i] + C<3>::value + twice<4>() + twice<'c'>() + total<1, 2u, 'a'>() + D<1>::n + D<true>::n + (C<E::B>::value == E::B) + Of<C<4>>::v + apply<inc>(1);
}

// What <bit> has, after ISO C++20 ([bit]).

namespace std {

template <typename To, typename From> __device__ To bit_cast(const From &from) {
	static_assert(sizeof(To) == sizeof(From), "both types of bit_cast must have the same size");
	union both {
		From from;
		To to;
	} x;
	x.from = from;
	return x.to;
}
template <typename T> __device__ constexpr int popcount(T x) {
	int n = 0;
	for (; x != 0; x &= x - 1) n++;
	return n;
}
template <typename T> __device__ constexpr int bit_width(T x) {
	int n = 0;
	for (; x != 0; x >>= 1) n++;
	return n;
}
template <typename T> __device__ constexpr int countl_zero(T x) { return (int)sizeof(T) * 8 - bit_width(x); }
template <typename T> __device__ constexpr int countr_zero(T x) { return x == 0 ? (int)sizeof(T) * 8 : popcount((T)((x & -x) - 1)); }
template <typename T> __device__ constexpr int countl_one(T x) { return countl_zero((T)~x); }
template <typename T> __device__ constexpr int countr_one(T x) { return countr_zero((T)~x); }
template <typename T> __device__ constexpr bool has_single_bit(T x) { return x != 0 && (x & (x - 1)) == 0; }
template <typename T> __device__ constexpr T bit_floor(T x) { return x == 0 ? (T)0 : (T)((T)1 << (bit_width(x) - 1)); }
template <typename T> __device__ constexpr T bit_ceil(T x) { return x <= 1 ? (T)1 : (T)((T)1 << bit_width((T)(x - 1))); }
template <typename T> __device__ constexpr T rotl(T x, int n) {
	constexpr int bits = sizeof(T) * 8;
	n = (n % bits + bits) % bits;
	return n == 0 ? x : (T)(x << n | x >> (bits - n));
}
template <typename T> __device__ constexpr T rotr(T x, int n) { return rotl(x, -n); }

}

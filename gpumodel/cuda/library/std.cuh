// What kernels use of the standard library beside functions: limits of numbers, pairs and
// arrays, after ISO C++17. A source that names one of them is read with these lines before it.

template <typename T> struct std::numeric_limits { static constexpr bool is_specialized = false; };
#define STD_LIMITS(T, LOWEST, LEAST, MOST, EPSILON, INF, NAN_, DIGITS, INTEGER, SIGNED) \
	template <> struct std::numeric_limits<T> { \
		static constexpr bool is_specialized = true, is_integer = INTEGER, is_signed = SIGNED, has_infinity = !INTEGER; \
		static constexpr int digits = DIGITS; \
		__device__ static constexpr T lowest() { return LOWEST; } \
		__device__ static constexpr T min() { return LEAST; } \
		__device__ static constexpr T max() { return MOST; } \
		__device__ static constexpr T epsilon() { return EPSILON; } \
		__device__ static constexpr T infinity() { return INF; } \
		__device__ static constexpr T quiet_NaN() { return NAN_; } \
	};
#define STD_INTEGER(T, LOWEST, MOST, DIGITS, SIGNED) STD_LIMITS(T, LOWEST, LOWEST, MOST, 0, 0, 0, DIGITS, true, SIGNED)
STD_INTEGER(bool, false, true, 1, false)
STD_INTEGER(char, -128, 127, 7, true)
STD_INTEGER(unsigned char, 0, 255, 8, false)
STD_INTEGER(short, -32768, 32767, 15, true)
STD_INTEGER(unsigned short, 0, 65535, 16, false)
STD_INTEGER(int, -2147483647 - 1, 2147483647, 31, true)
STD_INTEGER(unsigned, 0, 4294967295u, 32, false)
STD_INTEGER(long, -9223372036854775807L - 1, 9223372036854775807L, 63, true)
STD_INTEGER(unsigned long, 0, 18446744073709551615uL, 64, false)
STD_INTEGER(long long, -9223372036854775807LL - 1, 9223372036854775807LL, 63, true)
STD_INTEGER(unsigned long long, 0, 18446744073709551615uLL, 64, false)
STD_LIMITS(float, -3.402823466e+38f, 1.175494351e-38f, 3.402823466e+38f, 1.192092896e-07f, 1.0f / 0.0f, 0.0f / 0.0f, 24, false, true)
STD_LIMITS(double, -1.7976931348623157e+308, 2.2250738585072014e-308, 1.7976931348623157e+308, 2.2204460492503131e-16, 1.0 / 0.0, 0.0 / 0.0, 53, false, true)
#undef STD_INTEGER
#undef STD_LIMITS

template <typename A, typename B> struct std::pair {
	A first;
	B second;
};
template <typename A, typename B> __device__ std::pair<A, B> std::make_pair(A a, B b) {
	std::pair<A, B> p = {a, b};
	return p;
}
template <typename T, int N> struct std::array {
	T elements[N];
	__device__ T &operator[](int i) { return elements[i]; }
	__device__ const T &operator[](int i) const { return elements[i]; }
	__device__ constexpr int size() const { return N; }
	__device__ T *data() { return elements; }
	__device__ T *begin() { return elements; }
	__device__ T *end() { return elements + N; }
};
template <typename T> __device__ void std::swap(T &a, T &b) {
	T old = a;
	a = b;
	b = old;
}
template <typename T> __device__ T std::move(T x) { return x; }

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

template <typename T, T V> struct std::integral_constant {
	static constexpr T value = V;
	typedef T value_type;
	typedef std::integral_constant<T, V> type;
	__device__ constexpr operator T() const { return V; }
	__device__ constexpr T operator()() const { return V; }
};
template <bool B> using std::bool_constant = std::integral_constant<bool, B>;
typedef std::integral_constant<bool, true> std::true_type;
typedef std::integral_constant<bool, false> std::false_type;
template <typename A, typename B> struct std::is_same : std::false_type {};
template <typename T> struct std::is_same<T, T> : std::true_type {};
template <bool B, typename T = void> struct std::enable_if {};
template <typename T> struct std::enable_if<true, T> { typedef T type; };
template <bool B, typename T = void> using std::enable_if_t = typename std::enable_if<B, T>::type;
template <bool B, typename A, typename C> struct std::conditional { typedef A type; };
template <typename A, typename C> struct std::conditional<false, A, C> { typedef C type; };
template <bool B, typename A, typename C> using std::conditional_t = typename std::conditional<B, A, C>::type;
template <typename... T> using std::void_t = void;
#define STD_STRIPS(NAME, PATTERN) \
	template <typename T> struct std::NAME { typedef T type; }; \
	template <typename T> struct std::NAME<PATTERN> { typedef T type; }; \
	template <typename T> using std::NAME##_t = typename std::NAME<T>::type;
STD_STRIPS(remove_const, const T)
STD_STRIPS(remove_volatile, volatile T)
STD_STRIPS(remove_pointer, T *)
STD_STRIPS(remove_extent, T[])
#undef STD_STRIPS
template <typename T, unsigned long N> struct std::remove_extent<T[N]> { typedef T type; };
template <typename T> struct std::remove_reference { typedef T type; };
template <typename T> struct std::remove_reference<T &> { typedef T type; };
template <typename T> struct std::remove_reference<T &&> { typedef T type; };
template <typename T> using std::remove_reference_t = typename std::remove_reference<T>::type;
template <typename T> struct std::remove_cv { typedef std::remove_const_t<std::remove_volatile_t<T>> type; };
template <typename T> using std::remove_cv_t = typename std::remove_cv<T>::type;
template <typename T> struct std::remove_cvref { typedef std::remove_cv_t<std::remove_reference_t<T>> type; };
template <typename T> using std::remove_cvref_t = typename std::remove_cvref<T>::type;
template <typename T> struct std::decay { typedef std::remove_cv_t<std::remove_reference_t<T>> type; };
template <typename T> using std::decay_t = typename std::decay<T>::type;
template <typename T> struct std::add_const { typedef const T type; };
template <typename T> using std::add_const_t = const T;
template <typename T> struct std::add_pointer { typedef std::remove_reference_t<T> *type; };
template <typename T> using std::add_pointer_t = std::remove_reference_t<T> *;
template <typename T> struct std::add_lvalue_reference { typedef T &type; };
template <typename T> using std::add_lvalue_reference_t = T &;
template <typename T> struct std::add_rvalue_reference { typedef T &&type; };
template <typename T> using std::add_rvalue_reference_t = T &&;
template <typename T> struct std::type_identity { typedef T type; };
#define STD_HAS(NAME, PATTERN) \
	template <typename T> struct std::NAME : std::false_type {}; \
	template <typename T> struct std::NAME<PATTERN> : std::true_type {};
STD_HAS(is_const, const T)
STD_HAS(is_volatile, volatile T)
STD_HAS(is_lvalue_reference, T &)
STD_HAS(is_rvalue_reference, T &&)
#undef STD_HAS
template <typename T> struct std::is_reference : std::bool_constant<std::is_lvalue_reference<T>::value || std::is_rvalue_reference<T>::value> {};
template <typename T> struct std::pointer_kind : std::false_type {};
template <typename T> struct std::pointer_kind<T *> : std::true_type {};
template <typename T> struct std::is_pointer : std::pointer_kind<std::remove_cv_t<T>> {};
template <typename T> struct std::is_array : std::false_type {};
template <typename T> struct std::is_array<T[]> : std::true_type {};
template <typename T, unsigned long N> struct std::is_array<T[N]> : std::true_type {};
template <typename T> struct std::is_void : std::is_same<std::remove_cv_t<T>, void> {};
template <typename T> struct std::number_kind { static constexpr int value = 0; };
#define STD_NUMBER(T, KIND, SIGNED, UNSIGNED) \
	template <> struct std::number_kind<T> { static constexpr int value = KIND; typedef SIGNED made_signed; typedef UNSIGNED made_unsigned; };
STD_NUMBER(bool, 1, bool, bool)
STD_NUMBER(char, 2, signed char, unsigned char)
STD_NUMBER(unsigned char, 1, signed char, unsigned char)
STD_NUMBER(short, 2, short, unsigned short)
STD_NUMBER(unsigned short, 1, short, unsigned short)
STD_NUMBER(int, 2, int, unsigned)
STD_NUMBER(unsigned, 1, int, unsigned)
STD_NUMBER(long, 2, long, unsigned long)
STD_NUMBER(unsigned long, 1, long, unsigned long)
STD_NUMBER(long long, 2, long long, unsigned long long)
STD_NUMBER(unsigned long long, 1, long long, unsigned long long)
STD_NUMBER(float, 3, float, float)
STD_NUMBER(double, 3, double, double)
#undef STD_NUMBER
template <typename T> struct std::is_integral : std::bool_constant<std::number_kind<std::remove_cv_t<T>>::value == 1 || std::number_kind<std::remove_cv_t<T>>::value == 2> {};
template <typename T> struct std::is_floating_point : std::bool_constant<std::number_kind<std::remove_cv_t<T>>::value == 3> {};
template <typename T> struct std::is_arithmetic : std::bool_constant<std::number_kind<std::remove_cv_t<T>>::value != 0> {};
template <typename T> struct std::is_fundamental : std::bool_constant<std::is_arithmetic<T>::value || std::is_void<T>::value> {};
template <typename T> struct std::is_signed : std::bool_constant<std::number_kind<std::remove_cv_t<T>>::value >= 2> {};
template <typename T> struct std::is_unsigned : std::bool_constant<std::number_kind<std::remove_cv_t<T>>::value == 1> {};
template <typename T> struct std::make_signed { typedef typename std::number_kind<T>::made_signed type; };
template <typename T> using std::make_signed_t = typename std::make_signed<T>::type;
template <typename T> struct std::make_unsigned { typedef typename std::number_kind<T>::made_unsigned type; };
template <typename T> using std::make_unsigned_t = typename std::make_unsigned<T>::type;
#define STD_ASKED(NAME) template <typename T> struct std::NAME : std::bool_constant<__##NAME(T)> {};
STD_ASKED(is_enum)
STD_ASKED(is_class)
STD_ASKED(is_union)
STD_ASKED(is_empty)
STD_ASKED(is_polymorphic)
STD_ASKED(is_abstract)
STD_ASKED(is_trivially_copyable)
#undef STD_ASKED
template <typename A, typename B> struct std::is_base_of : std::bool_constant<__is_base_of(A, B)> {};
template <typename A, typename B> struct std::is_convertible : std::bool_constant<__is_convertible(A, B)> {};
template <typename T, typename... A> struct std::is_constructible : std::bool_constant<__is_constructible(T, A...)> {};
template <typename T> struct std::is_default_constructible : std::bool_constant<__is_constructible(T)> {};
template <typename T> struct std::underlying_type { typedef __underlying_type(T) type; };
template <typename T> using std::underlying_type_t = __underlying_type(T);
#define STD_VALUE(NAME) template <typename T> constexpr bool std::NAME##_v = std::NAME<T>::value;
STD_VALUE(is_const)
STD_VALUE(is_volatile)
STD_VALUE(is_reference)
STD_VALUE(is_lvalue_reference)
STD_VALUE(is_rvalue_reference)
STD_VALUE(is_pointer)
STD_VALUE(is_array)
STD_VALUE(is_void)
STD_VALUE(is_integral)
STD_VALUE(is_floating_point)
STD_VALUE(is_arithmetic)
STD_VALUE(is_fundamental)
STD_VALUE(is_signed)
STD_VALUE(is_unsigned)
STD_VALUE(is_enum)
STD_VALUE(is_class)
STD_VALUE(is_union)
STD_VALUE(is_empty)
STD_VALUE(is_polymorphic)
STD_VALUE(is_abstract)
STD_VALUE(is_trivially_copyable)
STD_VALUE(is_default_constructible)
#undef STD_VALUE
template <typename A, typename B> constexpr bool std::is_base_of_v = __is_base_of(A, B);
template <typename A, typename B> constexpr bool std::is_convertible_v = __is_convertible(A, B);
template <typename T, typename... A> constexpr bool std::is_constructible_v = __is_constructible(T, A...);
template <typename A, typename B> constexpr bool std::is_same_v = std::is_same<A, B>::value;
template <typename... T> struct std::conjunction : std::bool_constant<(T::value && ...)> {};
template <typename... T> struct std::disjunction : std::bool_constant<(T::value || ...)> {};
template <typename T> struct std::negation : std::bool_constant<!T::value> {};
template <typename... T> constexpr bool std::conjunction_v = (T::value && ...);
template <typename... T> constexpr bool std::disjunction_v = (T::value || ...);
template <typename T> constexpr bool std::negation_v = !T::value;
template <typename T, T... I> struct std::integer_sequence {
	typedef T value_type;
	__device__ static constexpr unsigned long size() { return sizeof...(I); }
};
template <unsigned long... I> using std::index_sequence = std::integer_sequence<unsigned long, I...>;
template <unsigned long N, unsigned long... I> struct std::counted_sequence : std::counted_sequence<N - 1, N - 1, I...> {};
template <unsigned long... I> struct std::counted_sequence<0, I...> { typedef std::index_sequence<I...> type; };
template <unsigned long N> using std::make_index_sequence = typename std::counted_sequence<N>::type;
template <typename... T> using std::index_sequence_for = std::make_index_sequence<sizeof...(T)>;
template <typename T> __device__ T &&std::declval();
#define STD_OPERATION(NAME, RESULT, OP) \
	template <typename T = void> struct std::NAME { __device__ constexpr RESULT operator()(const T &a, const T &b) const { return a OP b; } };
STD_OPERATION(less, bool, <)
STD_OPERATION(greater, bool, >)
STD_OPERATION(less_equal, bool, <=)
STD_OPERATION(greater_equal, bool, >=)
STD_OPERATION(equal_to, bool, ==)
STD_OPERATION(not_equal_to, bool, !=)
STD_OPERATION(plus, T, +)
STD_OPERATION(minus, T, -)
STD_OPERATION(multiplies, T, *)
STD_OPERATION(divides, T, /)
STD_OPERATION(modulus, T, %)
#undef STD_OPERATION
template <typename T> __device__ constexpr T std::clamp(T x, T least, T most) { return x < least ? least : most < x ? most : x; }
template <typename T, typename U> __device__ T std::exchange(T &x, U y) {
	T old = x;
	x = y;
	return old;
}

template <typename A, typename B> struct std::pair {
	A first;
	B second;
};
template <typename A, typename B> __device__ bool operator==(const std::pair<A, B> &a, const std::pair<A, B> &b) { return a.first == b.first && a.second == b.second; }
template <typename A, typename B> __device__ bool operator!=(const std::pair<A, B> &a, const std::pair<A, B> &b) { return !(a.first == b.first && a.second == b.second); }
template <typename A, typename B> __device__ bool operator<(const std::pair<A, B> &a, const std::pair<A, B> &b) { return a.first < b.first || !(b.first < a.first) && a.second < b.second; }
template <typename A, typename B> __device__ std::pair<A, B> std::make_pair(A a, B b) {
	std::pair<A, B> p = {a, b};
	return p;
}
template <typename A, typename B> std::pair(A, B) -> std::pair<A, B>;
template <typename T, int N> struct std::array {
	T elements[N];
	__device__ T &operator[](int i) { return elements[i]; }
	__device__ const T &operator[](int i) const { return elements[i]; }
	__device__ constexpr int size() const { return N; }
	__device__ T &at(int i) { return elements[i]; }
	__device__ T &front() { return elements[0]; }
	__device__ T &back() { return elements[N - 1]; }
	__device__ void fill(T x) { for (int i = 0; i < N; i++) elements[i] = x; }
	__device__ bool empty() const { return N == 0; }
	__device__ const T *data() const { return elements; }
	__device__ const T *begin() const { return elements; }
	__device__ const T *end() const { return elements + N; }
	__device__ T *data() { return elements; }
	__device__ T *begin() { return elements; }
	__device__ T *end() { return elements + N; }
};
template <typename T, typename... U> std::array(T, U...) -> std::array<T, 1 + sizeof...(U)>;
template <typename T> __device__ void std::swap(T &a, T &b) {
	T old = a;
	a = b;
	b = old;
}
template <typename T> __device__ T std::move(T x) { return x; }

// What kernels use of the standard library beside functions: limits of numbers, pairs and
// arrays, after ISO C++17.

namespace std {

template <typename T> struct numeric_limits { static constexpr bool is_specialized = false; };
#define STD_LIMITS(T, LOWEST, LEAST, MOST, EPSILON, INF, NAN_, DIGITS, INTEGER, SIGNED) \
	template <> struct numeric_limits<T> { \
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

typedef decltype(nullptr) nullptr_t;
template <typename T, T V> struct integral_constant {
	static constexpr T value = V;
	typedef T value_type;
	typedef integral_constant<T, V> type;
	__device__ constexpr operator T() const { return V; }
	__device__ constexpr T operator()() const { return V; }
};
template <bool B> using bool_constant = integral_constant<bool, B>;
typedef integral_constant<bool, true> true_type;
typedef integral_constant<bool, false> false_type;
template <typename A, typename B> struct is_same : false_type {};
template <typename T> struct is_same<T, T> : true_type {};
template <bool B, typename T = void> struct enable_if {};
template <typename T> struct enable_if<true, T> { typedef T type; };
template <bool B, typename T = void> using enable_if_t = typename enable_if<B, T>::type;
template <bool B, typename A, typename C> struct conditional { typedef A type; };
template <typename A, typename C> struct conditional<false, A, C> { typedef C type; };
template <bool B, typename A, typename C> using conditional_t = typename conditional<B, A, C>::type;
template <typename... T> using void_t = void;
#define STD_STRIPS(NAME, PATTERN) \
	template <typename T> struct NAME { typedef T type; }; \
	template <typename T> struct NAME<PATTERN> { typedef T type; }; \
	template <typename T> using NAME##_t = typename NAME<T>::type;
STD_STRIPS(remove_const, const T)
STD_STRIPS(remove_volatile, volatile T)
STD_STRIPS(remove_pointer, T *)
STD_STRIPS(remove_extent, T[])
#undef STD_STRIPS
template <typename T, unsigned long N> struct remove_extent<T[N]> { typedef T type; };
template <typename T> struct remove_reference { typedef T type; };
template <typename T> struct remove_reference<T &> { typedef T type; };
template <typename T> struct remove_reference<T &&> { typedef T type; };
template <typename T> using remove_reference_t = typename remove_reference<T>::type;
template <typename T> struct remove_cv { typedef remove_const_t<remove_volatile_t<T>> type; };
template <typename T> using remove_cv_t = typename remove_cv<T>::type;
template <typename T> struct remove_cvref { typedef remove_cv_t<remove_reference_t<T>> type; };
template <typename T> using remove_cvref_t = typename remove_cvref<T>::type;
template <typename T> struct decay { typedef remove_cv_t<remove_reference_t<T>> type; };
template <typename T> using decay_t = typename decay<T>::type;
template <typename T> __device__ T &&declval();
template <typename... T> struct common_type {};
template <typename T> struct common_type<T> { typedef decay_t<T> type; };
template <typename A, typename B, typename = void> struct common_of_two {};
template <typename A, typename B> struct common_of_two<A, B, void_t<decltype(false ? declval<A>() : declval<B>())>> {
	typedef decay_t<decltype(false ? declval<A>() : declval<B>())> type;
};
template <typename A, typename B> struct common_type<A, B> : common_of_two<A, B> {};
template <typename... T> using common_type_t = typename common_type<T...>::type;
template <typename T> struct add_const { typedef const T type; };
template <typename T> using add_const_t = const T;
template <typename T> struct add_pointer { typedef remove_reference_t<T> *type; };
template <typename T> using add_pointer_t = remove_reference_t<T> *;
template <typename T> struct add_lvalue_reference { typedef T &type; };
template <typename T> using add_lvalue_reference_t = T &;
template <typename T> struct add_rvalue_reference { typedef T &&type; };
template <typename T> using add_rvalue_reference_t = T &&;
template <typename T> struct type_identity { typedef T type; };
template <typename T> using type_identity_t = typename type_identity<T>::type;
#define STD_HAS(NAME, PATTERN) \
	template <typename T> struct NAME : false_type {}; \
	template <typename T> struct NAME<PATTERN> : true_type {};
STD_HAS(is_const, const T)
STD_HAS(is_volatile, volatile T)
STD_HAS(is_lvalue_reference, T &)
STD_HAS(is_rvalue_reference, T &&)
#undef STD_HAS
template <typename T> struct is_reference : bool_constant<is_lvalue_reference<T>::value || is_rvalue_reference<T>::value> {};
template <typename T> struct pointer_kind : false_type {};
template <typename T> struct pointer_kind<T *> : true_type {};
template <typename T> struct is_pointer : pointer_kind<remove_cv_t<T>> {};
template <typename T> struct is_array : false_type {};
template <typename T> struct is_array<T[]> : true_type {};
template <typename T, unsigned long N> struct is_array<T[N]> : true_type {};
template <typename T> struct is_void : is_same<remove_cv_t<T>, void> {};
template <typename T> struct number_kind { static constexpr int value = 0; };
#define STD_NUMBER(T, KIND, SIGNED, UNSIGNED) \
	template <> struct number_kind<T> { static constexpr int value = KIND; typedef SIGNED made_signed; typedef UNSIGNED made_unsigned; };
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
template <typename T> struct is_integral : bool_constant<number_kind<remove_cv_t<T>>::value == 1 || number_kind<remove_cv_t<T>>::value == 2> {};
template <typename T> struct is_floating_point : bool_constant<number_kind<remove_cv_t<T>>::value == 3> {};
template <typename T> struct is_arithmetic : bool_constant<number_kind<remove_cv_t<T>>::value != 0> {};
template <typename T> struct is_fundamental : bool_constant<is_arithmetic<T>::value || is_void<T>::value> {};
template <typename T> struct is_signed : bool_constant<number_kind<remove_cv_t<T>>::value >= 2> {};
template <typename T> struct is_unsigned : bool_constant<number_kind<remove_cv_t<T>>::value == 1> {};
template <typename T> struct make_signed { typedef typename number_kind<T>::made_signed type; };
template <typename T> using make_signed_t = typename make_signed<T>::type;
template <typename T> struct make_unsigned { typedef typename number_kind<T>::made_unsigned type; };
template <typename T> using make_unsigned_t = typename make_unsigned<T>::type;
#define STD_ASKED(NAME) template <typename T> struct NAME : bool_constant<__##NAME(T)> {};
STD_ASKED(is_enum)
STD_ASKED(is_class)
STD_ASKED(is_union)
STD_ASKED(is_empty)
STD_ASKED(is_polymorphic)
STD_ASKED(is_abstract)
STD_ASKED(is_trivially_copyable)
#undef STD_ASKED
template <typename A, typename B> struct is_base_of : bool_constant<__is_base_of(A, B)> {};
template <typename A, typename B> struct is_convertible : bool_constant<__is_convertible(A, B)> {};
template <typename T, typename... A> struct is_constructible : bool_constant<__is_constructible(T, A...)> {};
template <typename T> struct is_default_constructible : bool_constant<__is_constructible(T)> {};
template <typename T> struct underlying_type { typedef __underlying_type(T) type; };
template <typename T> using underlying_type_t = __underlying_type(T);
#define STD_VALUE(NAME) template <typename T> constexpr bool NAME##_v = NAME<T>::value;
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
template <typename A, typename B> constexpr bool is_base_of_v = __is_base_of(A, B);
template <typename A, typename B> constexpr bool is_convertible_v = __is_convertible(A, B);
template <typename T, typename... A> constexpr bool is_constructible_v = __is_constructible(T, A...);

// What <concepts> has.
template <typename A, typename B> concept same_as = is_same_v<A, B> && is_same_v<B, A>;
template <typename A, typename B> concept derived_from = is_base_of_v<B, A> && is_convertible_v<const volatile A *, const volatile B *>;
template <typename A, typename B> concept common_with = requires { typename common_type_t<A, B>; typename common_type_t<B, A>; } &&
	same_as<common_type_t<A, B>, common_type_t<B, A>>;
template <typename A, typename B> concept convertible_to = is_convertible_v<A, B> && requires { static_cast<B>(declval<A>()); };
template <typename T> concept integral = is_integral_v<T>;
template <typename T> concept signed_integral = integral<T> && is_signed_v<T>;
template <typename T> concept unsigned_integral = integral<T> && !signed_integral<T>;
template <typename T> concept floating_point = is_floating_point_v<T>;
template <typename L, typename R> concept assignable_from = is_lvalue_reference_v<L> && requires(L l, R &&r) {
	{ l = static_cast<R &&>(r) } -> same_as<L>;
};
template <typename T> concept destructible = !is_void_v<T>;
template <typename T, typename... A> concept constructible_from = destructible<T> && is_constructible_v<T, A...>;
template <typename T> concept default_initializable = constructible_from<T> && requires { T{}; };
template <typename T> concept move_constructible = constructible_from<T, T> && convertible_to<T, T>;
template <typename T> concept copy_constructible =
	move_constructible<T> && constructible_from<T, T &> && convertible_to<T &, T> && constructible_from<T, const T &>;
template <typename T> concept swappable = move_constructible<T> && assignable_from<T &, T>;
template <typename T> concept movable = move_constructible<T> && assignable_from<T &, T> && swappable<T>;
template <typename T> concept copyable = copy_constructible<T> && movable<T> && assignable_from<T &, T &> && assignable_from<T &, const T &>;
template <typename T> concept semiregular = copyable<T> && default_initializable<T>;
template <typename A, typename B> concept equality_comparable_with = requires(const A &a, const B &b) {
	{ a == b } -> convertible_to<bool>;
	{ a != b } -> convertible_to<bool>;
};
template <typename T> concept equality_comparable = equality_comparable_with<T, T>;
template <typename A, typename B> concept totally_ordered_with = equality_comparable_with<A, B> && requires(const A &a, const B &b) {
	{ a < b } -> convertible_to<bool>;
	{ a > b } -> convertible_to<bool>;
	{ a <= b } -> convertible_to<bool>;
	{ a >= b } -> convertible_to<bool>;
};
template <typename T> concept totally_ordered = totally_ordered_with<T, T>;
template <typename T> concept regular = semiregular<T> && equality_comparable<T>;
template <typename F, typename... A> concept invocable = requires(F &&f, A &&...a) { f(a...); };
template <typename F, typename... A> concept regular_invocable = invocable<F, A...>;
template <typename F, typename... A> concept predicate = regular_invocable<F, A...> && requires(F &&f, A &&...a) {
	{ f(a...) } -> convertible_to<bool>;
};
template <typename R, typename A, typename B> concept relation = predicate<R, A, A> && predicate<R, B, B> && predicate<R, A, B> && predicate<R, B, A>;
template <typename R, typename A, typename B> concept equivalence_relation = relation<R, A, B>;
template <typename R, typename A, typename B> concept strict_weak_order = relation<R, A, B>;
template <typename A, typename B> constexpr bool is_same_v = is_same<A, B>::value;
template <typename... T> struct conjunction : bool_constant<(T::value && ...)> {};
template <typename... T> struct disjunction : bool_constant<(T::value || ...)> {};
template <typename T> struct negation : bool_constant<!T::value> {};
template <typename... T> constexpr bool conjunction_v = (T::value && ...);
template <typename... T> constexpr bool disjunction_v = (T::value || ...);
template <typename T> constexpr bool negation_v = !T::value;
template <typename T, T... I> struct integer_sequence {
	typedef T value_type;
	__device__ static constexpr unsigned long size() { return sizeof...(I); }
};
template <unsigned long... I> using index_sequence = integer_sequence<unsigned long, I...>;
template <unsigned long N, unsigned long... I> struct counted_sequence : counted_sequence<N - 1, N - 1, I...> {};
template <unsigned long... I> struct counted_sequence<0, I...> { typedef index_sequence<I...> type; };
template <unsigned long N> using make_index_sequence = typename counted_sequence<N>::type;
template <typename T, typename S> struct sequence_of;
template <typename T, unsigned long... I> struct sequence_of<T, integer_sequence<unsigned long, I...>> { typedef integer_sequence<T, (T)I...> type; };
template <typename T, T N> using make_integer_sequence = typename sequence_of<T, make_index_sequence<(unsigned long)N>>::type;
template <typename... T> using index_sequence_for = make_index_sequence<sizeof...(T)>;
#define STD_OPERATION(NAME, RESULT, OP) \
	template <typename T = void> struct NAME { __device__ constexpr RESULT operator()(const T &a, const T &b) const { return a OP b; } }; \
	template <> struct NAME<void> { template <typename A, typename B> __device__ constexpr auto operator()(const A &a, const B &b) const { return a OP b; } };
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
STD_OPERATION(logical_and, bool, &&)
STD_OPERATION(logical_or, bool, ||)
STD_OPERATION(bit_and, T, &)
STD_OPERATION(bit_or, T, |)
STD_OPERATION(bit_xor, T, ^)
template <typename T = void> struct negate { __device__ constexpr T operator()(const T &a) const { return -a; } };
template <> struct negate<void> { template <typename A> __device__ constexpr auto operator()(const A &a) const { return -a; } };
template <typename T = void> struct logical_not { __device__ constexpr bool operator()(const T &a) const { return !a; } };
template <typename T = void> struct bit_not { __device__ constexpr T operator()(const T &a) const { return ~a; } };
#undef STD_OPERATION
template <typename T> __device__ constexpr T clamp(T x, T least, T most) { return x < least ? least : most < x ? most : x; }
template <typename T, typename U> __device__ T exchange(T &x, U y) {
	T old = x;
	x = y;
	return old;
}

template <typename A, typename B> struct pair {
	typedef A first_type;
	typedef B second_type;
	A first;
	B second;
	__device__ constexpr pair() : first(), second() {}
	__device__ constexpr pair(const A &a, const B &b) : first(a), second(b) {}
	template <typename C, typename D> __device__ constexpr pair(C &&a, D &&b) : first(std::forward<C>(a)), second(std::forward<D>(b)) {}
	template <typename C, typename D> __device__ constexpr pair(const pair<C, D> &p) : first(p.first), second(p.second) {}
	template <typename C, typename D> __device__ pair &operator=(const pair<C, D> &p) {
		first = p.first;
		second = p.second;
		return *this;
	}
	__device__ void swap(pair &p) {
		std::swap(first, p.first);
		std::swap(second, p.second);
	}
};
template <typename A, typename B> __device__ bool operator==(const pair<A, B> &a, const pair<A, B> &b) { return a.first == b.first && a.second == b.second; }
template <typename A, typename B> __device__ bool operator!=(const pair<A, B> &a, const pair<A, B> &b) { return !(a.first == b.first && a.second == b.second); }
template <typename A, typename B> __device__ bool operator<(const pair<A, B> &a, const pair<A, B> &b) { return a.first < b.first || !(b.first < a.first) && a.second < b.second; }
template <typename A, typename B> __device__ bool operator>(const pair<A, B> &a, const pair<A, B> &b) { return b < a; }
template <typename A, typename B> __device__ bool operator<=(const pair<A, B> &a, const pair<A, B> &b) { return !(b < a); }
template <typename A, typename B> __device__ bool operator>=(const pair<A, B> &a, const pair<A, B> &b) { return !(a < b); }
template <typename A, typename B> __device__ pair<decay_t<A>, decay_t<B>> make_pair(A &&a, B &&b) { return pair<decay_t<A>, decay_t<B>>(std::forward<A>(a), std::forward<B>(b)); }
template <typename A, typename B> pair(A, B) -> pair<A, B>;
template <typename T, int N> struct array {
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
template <typename T, int N> __device__ bool operator==(const array<T, N> &a, const array<T, N> &b) {
	for (int i = 0; i < N; i++)
		if (!(a[i] == b[i])) return false;
	return true;
}
template <typename T, int N> __device__ bool operator!=(const array<T, N> &a, const array<T, N> &b) { return !(a == b); }
template <typename T, int N> __device__ bool operator<(const array<T, N> &a, const array<T, N> &b) {
	for (int i = 0; i < N; i++) {
		if (a[i] < b[i]) return true;
		if (b[i] < a[i]) return false;
	}
	return false;
}
template <typename T, typename... U> array(T, U...) -> array<T, 1 + sizeof...(U)>;
template <typename T> __device__ void swap(T &a, T &b) {
	T old = a;
	a = b;
	b = old;
}
template <typename T> __device__ constexpr remove_reference_t<T> &&move(T &&x) { return static_cast<remove_reference_t<T> &&>(x); }
template <typename T> __device__ constexpr T &&forward(remove_reference_t<T> &x) { return static_cast<T &&>(x); }

}

// Thrust: functions of operators, pairs and tuples.
namespace thrust {
using std::pair;
using std::make_pair;
using std::tuple;
using std::make_tuple;
using std::tie;
using std::get;
using std::tuple_size;
using std::tuple_element;
#define THRUST_BINARY(NAME, RESULT, EXPRESSION) \
	template <typename T = void> struct NAME { \
		typedef T first_argument_type, second_argument_type; \
		typedef RESULT result_type; \
		__host__ __device__ RESULT operator()(const T &a, const T &b) const { return EXPRESSION; } \
	}; \
	template <> struct NAME<void> { \
		template <typename A, typename B> __host__ __device__ auto operator()(const A &a, const B &b) const { return EXPRESSION; } \
	};
THRUST_BINARY(plus, T, a + b)
THRUST_BINARY(minus, T, a - b)
THRUST_BINARY(multiplies, T, a * b)
THRUST_BINARY(divides, T, a / b)
THRUST_BINARY(modulus, T, a % b)
THRUST_BINARY(bit_and, T, a & b)
THRUST_BINARY(bit_or, T, a | b)
THRUST_BINARY(bit_xor, T, a ^ b)
THRUST_BINARY(equal_to, bool, a == b)
THRUST_BINARY(not_equal_to, bool, a != b)
THRUST_BINARY(less, bool, a < b)
THRUST_BINARY(greater, bool, a > b)
THRUST_BINARY(less_equal, bool, a <= b)
THRUST_BINARY(greater_equal, bool, a >= b)
THRUST_BINARY(logical_and, bool, a && b)
THRUST_BINARY(logical_or, bool, a || b)
THRUST_BINARY(maximum, T, a < b ? b : a)
THRUST_BINARY(minimum, T, b < a ? b : a)
#undef THRUST_BINARY
#define THRUST_UNARY(NAME, RESULT, EXPRESSION) \
	template <typename T = void> struct NAME { \
		typedef T argument_type; \
		typedef RESULT result_type; \
		__host__ __device__ RESULT operator()(const T &a) const { return EXPRESSION; } \
	}; \
	template <> struct NAME<void> { \
		template <typename A> __host__ __device__ auto operator()(const A &a) const { return EXPRESSION; } \
	};
THRUST_UNARY(negate, T, -a)
THRUST_UNARY(square, T, a * a)
THRUST_UNARY(identity, T, a)
THRUST_UNARY(logical_not, bool, !a)
#undef THRUST_UNARY
template <typename A, typename B> struct project1st { __host__ __device__ A operator()(const A &a, const B &) const { return a; } };
template <typename A, typename B> struct project2nd { __host__ __device__ B operator()(const A &, const B &b) const { return b; } };
template <typename T, typename R> struct unary_function { typedef T argument_type; typedef R result_type; };
template <typename T, typename U, typename R> struct binary_function { typedef T first_argument_type; typedef U second_argument_type; typedef R result_type; };
template <typename F> struct negated {
	F f;
	template <typename... A> __host__ __device__ bool operator()(const A &...a) { return !f(a...); }
};
template <typename F> __host__ __device__ negated<F> not1(F f) { negated<F> n = {f}; return n; }
template <typename F> __host__ __device__ negated<F> not2(F f) { negated<F> n = {f}; return n; }
template <typename F> __host__ __device__ negated<F> not_fn(F f) { negated<F> n = {f}; return n; }

// _1 + 2 * _2 and its like: an expression is a tree of structs, and what it is applied to are its arguments.
namespace placeholders {
template <int N> struct argument {
	template <typename A, typename... B> __host__ __device__ auto operator()(const A &a, const B &...b) const
	{
		if constexpr (N == 1) return a;
		else return argument<N - 1>()(b...);
	}
};
template <typename T> struct constant {
	T x;
	template <typename... A> __host__ __device__ T operator()(const A &...) const { return x; }
};
template <typename T> struct is_expression { static const bool value = false; };
template <int N> struct is_expression<argument<N>> { static const bool value = true; };
template <typename T> struct is_expression<constant<T>> { static const bool value = true; };
template <typename T> auto part(T x)
{
	if constexpr (is_expression<T>::value) return x;
	else {
		constant<T> c = {x};
		return c;
	}
}
#define THRUST_EXPRESSION(NAME, OP) \
	template <typename L, typename R> struct NAME { \
		L l; \
		R r; \
		template <typename... A> __host__ __device__ auto operator()(const A &...a) const { return l(a...) OP r(a...); } \
	}; \
	template <typename L, typename R> struct is_expression<NAME<L, R>> { static const bool value = true; }; \
	template <typename L, typename R, typename = std::enable_if_t<is_expression<L>::value || is_expression<R>::value>> auto operator OP(L l, R r) { \
		NAME<decltype(part(l)), decltype(part(r))> e = {part(l), part(r)}; \
		return e; \
	}
THRUST_EXPRESSION(sum, +)
THRUST_EXPRESSION(difference, -)
THRUST_EXPRESSION(product, *)
THRUST_EXPRESSION(quotient, /)
THRUST_EXPRESSION(rest, %)
THRUST_EXPRESSION(same, ==)
THRUST_EXPRESSION(different, !=)
THRUST_EXPRESSION(below, <)
THRUST_EXPRESSION(above, >)
THRUST_EXPRESSION(below_or_same, <=)
THRUST_EXPRESSION(above_or_same, >=)
THRUST_EXPRESSION(both, &&)
THRUST_EXPRESSION(either, ||)
#undef THRUST_EXPRESSION
const argument<1> _1;
const argument<2> _2;
const argument<3> _3;
}
}

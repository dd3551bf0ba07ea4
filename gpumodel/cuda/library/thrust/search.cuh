// Thrust: searches in sorted elements, and merging of two sorted ones.
namespace thrust {
namespace detail {
// How many of n sorted elements stand before x, with those that are equal to it if after is set.
template <typename I, typename T, typename F> __host__ __device__ long before(I in, long n, const T &x, bool after, F less)
{
	long from = 0;
	while (n > 0) {
		long half = n / 2;
		bool less_than = after ? !less(x, at(in, from + half)) : (bool)less(at(in, from + half), x);
		if (less_than) from += half + 1, n -= half + 1;
		else n = half;
	}
	return from;
}
// Of one value the place in the elements; of several ones the numbers of their places.
template <typename P, typename I, typename T, typename... F> auto bound(P p, bool after, I a, I b, T x, F... less)
{
	long n = b - a;
	if constexpr (std::is_same<P, on_host>::value) return a + before(a, n, x, after, less...);
	else {
		auto stop = [=] __device__(long i) mutable { return after ? (bool)thrust::detail::first_of(less...)(x, at(a, i)) : !thrust::detail::first_of(less...)(at(a, i), x); };
		return a + first_place(p, n, stop);
	}
}
template <typename F> __host__ __device__ F first_of(F f) { return f; }
template <typename P, typename I, typename J, typename O, typename F> O bounds(P p, bool after, I a, I b, J c, J d, O out, F less)
{
	long n = b - a;
	if constexpr (std::is_same<P, on_host>::value) {
		for (; c != d; ++c, ++out) *out = before(a, n, (value<J>)*c, after, less);
	} else {
		search_each(p, d - c, [=] __device__(long i) mutable { at(out, i) = before(a, n, (value<J>)at(c, i), after, less); });
		out += d - c;
	}
	return out;
}
template <typename P, typename I, typename T> I lower_bound(P p, I a, I b, T x) { return bound(p, false, a, b, x, thrust::less<>()); }
template <typename P, typename I, typename T> I upper_bound(P p, I a, I b, T x) { return bound(p, true, a, b, x, thrust::less<>()); }
template <typename P, typename I, typename J, typename O> O lower_bound(P p, I a, I b, J c, J d, O out) { return bounds(p, false, a, b, c, d, out, thrust::less<>()); }
template <typename P, typename I, typename J, typename O> O upper_bound(P p, I a, I b, J c, J d, O out) { return bounds(p, true, a, b, c, d, out, thrust::less<>()); }
template <typename P, typename I, typename J, typename O, typename F> O lower_bound(P p, I a, I b, J c, J d, O out, F less) { return bounds(p, false, a, b, c, d, out, less); }
template <typename P, typename I, typename J, typename O, typename F> O upper_bound(P p, I a, I b, J c, J d, O out, F less) { return bounds(p, true, a, b, c, d, out, less); }
template <typename P, typename I, typename T> bool binary_search(P p, I a, I b, T x) { return upper_bound(p, a, b, x) - lower_bound(p, a, b, x) > 0; }
template <typename P, typename I, typename J, typename O> O binary_search(P p, I a, I b, J c, J d, O out)
{
	long n = b - a;
	thrust::less<> less;
	if constexpr (std::is_same<P, on_host>::value) {
		for (; c != d; ++c, ++out) *out = before(a, n, (value<J>)*c, true, less) > before(a, n, (value<J>)*c, false, less);
	} else {
		search_each(p, d - c, [=] __device__(long i) { at(out, i) = before(a, n, (value<J>)at(c, i), true, less) > before(a, n, (value<J>)at(c, i), false, less); });
		out += d - c;
	}
	return out;
}
template <typename P, typename I, typename T> std::pair<I, I> equal_range(P p, I a, I b, T x) { return std::make_pair(lower_bound(p, a, b, x), upper_bound(p, a, b, x)); }

template <typename I, typename J, typename O, typename F> O merge(on_host, I a, I b, J c, J d, O out, F less)
{
	for (; a != b || c != d; ++out) {
		if (a == b || c != d && less(*c, *a)) { *out = *c; ++c; }
		else { *out = *a; ++a; }
	}
	return out;
}
template <typename I, typename J, typename O, typename F> O merge(on_device p, I a, I b, J c, J d, O out, F less)
{
	long n = b - a, m = d - c;
	merge_each(p, n, [=] __device__(long i) mutable { at(out, i + before(c, m, (value<I>)at(a, i), false, less)) = at(a, i); });
	merge_each(p, m, [=] __device__(long i) mutable { at(out, i + before(a, n, (value<J>)at(c, i), true, less)) = at(c, i); });
	return out + (n + m);
}
// The keys of both ranges in order, and with each its value.
template <typename P, typename I, typename J, typename V, typename W, typename O, typename U, typename F>
std::pair<O, U> merge_by_key(P p, I a, I b, J c, J d, V in_a, W in_c, O keys, U values, F less)
{
	long n = b - a, m = d - c;
	auto first = [=] __host__ __device__(long i) mutable {
		long place = i + before(c, m, (value<I>)at(a, i), false, less);
		at(keys, place) = at(a, i);
		at(values, place) = at(in_a, i);
	};
	auto second = [=] __host__ __device__(long i) mutable {
		long place = i + before(a, n, (value<J>)at(c, i), true, less);
		at(keys, place) = at(c, i);
		at(values, place) = at(in_c, i);
	};
	if constexpr (std::is_same<P, on_host>::value) {
		for (long i = 0; i < n; i++) first(i);
		for (long i = 0; i < m; i++) second(i);
	} else {
		merge_each(p, n, first);
		merge_each(p, m, second);
	}
	return std::make_pair(keys + (n + m), values + (n + m));
}
template <typename P, typename I, typename J, typename V, typename W, typename O, typename U>
std::pair<O, U> merge_by_key(P p, I a, I b, J c, J d, V in_a, W in_c, O keys, U values) { return merge_by_key(p, a, b, c, d, in_a, in_c, keys, values, thrust::less<>()); }
template <typename P, typename I, typename J, typename O> O merge(P p, I a, I b, J c, J d, O out) { return merge(p, a, b, c, d, out, thrust::less<>()); }
}
#define THRUST_ALGORITHM(NAME) \
	template <typename A, typename... B> auto NAME(A a, B... b) { \
		if constexpr (detail::is_policy<A>::value) return detail::NAME(a, b...); \
		else return detail::NAME(detail::where<A, B...>(), a, b...); \
	}
THRUST_ALGORITHM(lower_bound)
THRUST_ALGORITHM(upper_bound)
THRUST_ALGORITHM(binary_search)
THRUST_ALGORITHM(equal_range)
THRUST_ALGORITHM(merge)
THRUST_ALGORITHM(merge_by_key)
#undef THRUST_ALGORITHM
}

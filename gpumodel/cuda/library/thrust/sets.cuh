// Thrust: unions, intersections and differences of two sorted ranges. Of x, which is m times in the first and n times in the second
// range, the first min(m, n) belong to both, and the rest to one range alone.
namespace thrust {
namespace detail {
// Which elements of two sorted ranges go to the result: those of the first alone, of both, of the second alone.
struct set_parts { bool first, both, second; };
// Tells put the place in the result, the number in its range and whether the range is the second, for each element that stays.
template <typename I, typename J, typename F, typename W> long joined_sets(on_device p, I a, I b, J c, J d, set_parts parts, F less, W put)
{
	long n = b - a, m = d - c, from_first = 0, from_second = 0;
	buffer<int> room_a(n + 1), room_c(m + 1);
	int *places_a = room_a.p, *places_c = room_c.p;
	if (n > 0) from_first = kept(p, n, places_a, [=] __device__(long i) mutable {
		value<I> x = at(a, i);
		long rank = i - before(a, n, x, false, less), others = before(c, m, x, true, less) - before(c, m, x, false, less);
		return rank < others ? parts.both : parts.first;
	});
	if (m > 0) from_second = kept(p, m, places_c, [=] __device__(long i) mutable {
		value<J> x = at(c, i);
		return parts.second && i - before(c, m, x, false, less) >= before(a, n, x, true, less) - before(a, n, x, false, less);
	});
	merge_each(p, n, [=] __device__(long i) mutable {
		long place = i ? places_a[i - 1] : 0;
		if (places_a[i] == place) return;
		long smaller = before(c, m, (value<I>)at(a, i), false, less);
		put(place + (smaller ? places_c[smaller - 1] : 0), i, false);
	});
	merge_each(p, m, [=] __device__(long i) mutable {
		long place = i ? places_c[i - 1] : 0;
		if (places_c[i] == place) return;
		long smaller = before(a, n, (value<J>)at(c, i), true, less);
		put(place + (smaller ? places_a[smaller - 1] : 0), i, true);
	});
	return from_first + from_second;
}
template <typename I, typename J, typename F, typename W> long joined_sets(on_host, I a, I b, J c, J d, set_parts parts, F less, W put)
{
	long n = b - a, m = d - c, count = 0;
	for (long i = 0, j = 0; i < n || j < m;) {
		bool one = j == m || i < n && less(*(a + i), *(c + j)), other = !one && (i == n || less(*(c + j), *(a + i)));
		if (one ? parts.first : other ? parts.second : parts.both) put(count++, other ? j : i, other);
		if (!other) i++;
		if (!one) j++;
	}
	return count;
}
template <typename P, typename I, typename J, typename O, typename F> O set_operation(P p, set_parts parts, I a, I b, J c, J d, O out, F less)
{
	return out + joined_sets(p, a, b, c, d, parts, less, [=] __host__ __device__(long place, long i, bool second) mutable {
		if (second) at(out, place) = at(c, i);
		else at(out, place) = at(a, i);
	});
}
template <typename P, typename I, typename J, typename V, typename W, typename O, typename U, typename F>
std::pair<O, U> set_operation_by_key(P p, set_parts parts, I a, I b, J c, J d, V in_a, W in_c, O keys, U values, F less)
{
	long n = joined_sets(p, a, b, c, d, parts, less, [=] __host__ __device__(long place, long i, bool second) mutable {
		if (second) {
			at(keys, place) = at(c, i);
			at(values, place) = at(in_c, i);
		} else {
			at(keys, place) = at(a, i);
			at(values, place) = at(in_a, i);
		}
	});
	return std::make_pair(keys + n, values + n);
}
// What belongs to both comes from the first range, so an intersection needs no values of the second.
template <typename P, typename I, typename J, typename V, typename O, typename U, typename F>
std::pair<O, U> set_intersection_by_key(P p, I a, I b, J c, J d, V in, O keys, U values, F less) { return set_operation_by_key(p, set_parts{false, true, false}, a, b, c, d, in, in, keys, values, less); }
template <typename P, typename I, typename J, typename V, typename O, typename U>
std::pair<O, U> set_intersection_by_key(P p, I a, I b, J c, J d, V in, O keys, U values) { return set_intersection_by_key(p, a, b, c, d, in, keys, values, thrust::less<>()); }
#define THRUST_SETS(NAME, FIRST, BOTH, SECOND) \
	template <typename P, typename I, typename J, typename O, typename F> O NAME(P p, I a, I b, J c, J d, O out, F less) { return set_operation(p, set_parts{FIRST, BOTH, SECOND}, a, b, c, d, out, less); } \
	template <typename P, typename I, typename J, typename O> O NAME(P p, I a, I b, J c, J d, O out) { return set_operation(p, set_parts{FIRST, BOTH, SECOND}, a, b, c, d, out, thrust::less<>()); }
#define THRUST_SETS_BY_KEY(NAME, FIRST, BOTH, SECOND) \
	template <typename P, typename I, typename J, typename V, typename W, typename O, typename U, typename F> \
	std::pair<O, U> NAME(P p, I a, I b, J c, J d, V in_a, W in_c, O keys, U values, F less) { return set_operation_by_key(p, set_parts{FIRST, BOTH, SECOND}, a, b, c, d, in_a, in_c, keys, values, less); } \
	template <typename P, typename I, typename J, typename V, typename W, typename O, typename U> \
	std::pair<O, U> NAME(P p, I a, I b, J c, J d, V in_a, W in_c, O keys, U values) { return set_operation_by_key(p, set_parts{FIRST, BOTH, SECOND}, a, b, c, d, in_a, in_c, keys, values, thrust::less<>()); }
THRUST_SETS(set_union, true, true, true)
THRUST_SETS(set_intersection, false, true, false)
THRUST_SETS(set_difference, true, false, false)
THRUST_SETS(set_symmetric_difference, true, false, true)
THRUST_SETS_BY_KEY(set_union_by_key, true, true, true)
THRUST_SETS_BY_KEY(set_difference_by_key, true, false, false)
THRUST_SETS_BY_KEY(set_symmetric_difference_by_key, true, false, true)
#undef THRUST_SETS
#undef THRUST_SETS_BY_KEY
}
#define THRUST_ALGORITHM(NAME) \
	template <typename A, typename... B> auto NAME(A a, B... b) { \
		if constexpr (detail::is_policy<A>::value) return detail::NAME(a, b...); \
		else return detail::NAME(detail::where<A, B...>(), a, b...); \
	}
THRUST_ALGORITHM(set_union)
THRUST_ALGORITHM(set_intersection)
THRUST_ALGORITHM(set_difference)
THRUST_ALGORITHM(set_symmetric_difference)
THRUST_ALGORITHM(set_union_by_key)
THRUST_ALGORITHM(set_intersection_by_key)
THRUST_ALGORITHM(set_difference_by_key)
THRUST_ALGORITHM(set_symmetric_difference_by_key)
#undef THRUST_ALGORITHM
}

// Thrust: algorithms that keep some of the elements. Each element is told its place by a prefix sum over those that are kept.
namespace thrust {
namespace detail {
// places[i] is how many of the elements up to the i-th are kept; the last one is returned.
template <typename C> long kept(on_device p, long n, int *places, C keep)
{
	auto one = [=] __device__(long i) mutable -> int { return keep(i) ? 1 : 0; };
	scan<false>(p, make_transform_iterator(counting_iterator<long>(0), one), make_transform_iterator(counting_iterator<long>(n), one), places, false, 0, thrust::plus<int>());
	int count = 0;
	cudaMemcpyAsync(&count, places + n - 1, sizeof(int), cudaMemcpyDeviceToHost, p.stream);
	cudaStreamSynchronize(p.stream);
	return count;
}
// Moves the elements that are kept to the front of out, which may be where they come from.
template <typename I, typename O, typename C> O selected(on_device p, long n, I in, O out, C keep)
{
	if (n <= 0) return out;
	buffer<int> room(n);
	buffer<value<I>> copies(n);
	int *places = room.p;
	value<I> *all = copies.p;
	long count = kept(p, n, places, keep);
	select_each(p, n, [=] __device__(long i) { if (places[i] > (i ? places[i - 1] : 0)) all[places[i] - 1] = at(in, i); });
	copy_each(p, count, [=] __device__(long i) { at(out, i) = all[i]; });
	return out + count;
}
template <typename I, typename S, typename O, typename C> O copy_if(on_host, I a, I b, S stencil, O out, C test) { for (; a != b; ++a, ++stencil) if (test(*stencil)) { *out = *a; ++out; } return out; }
template <typename I, typename S, typename O, typename C> O copy_if(on_device p, I a, I b, S stencil, O out, C test) { return selected(p, b - a, a, out, [=] __device__(long i) mutable { return (bool)test(at(stencil, i)); }); }
template <typename P, typename I, typename O, typename C> O copy_if(P p, I a, I b, O out, C test) { return copy_if(p, a, b, a, out, test); }
template <typename P, typename I, typename S, typename O, typename C> O remove_copy_if(P p, I a, I b, S stencil, O out, C test) { return copy_if(p, a, b, stencil, out, thrust::not_fn(test)); }
template <typename P, typename I, typename O, typename C> O remove_copy_if(P p, I a, I b, O out, C test) { return copy_if(p, a, b, a, out, thrust::not_fn(test)); }
template <typename P, typename I, typename C> I remove_if(P p, I a, I b, C test) { return copy_if(p, a, b, a, a, thrust::not_fn(test)); }
template <typename P, typename I, typename S, typename C> I remove_if(P p, I a, I b, S stencil, C test) { return copy_if(p, a, b, stencil, a, thrust::not_fn(test)); }
template <typename P, typename I, typename T> I remove(P p, I a, I b, T x) { return remove_if(p, a, b, [=] __host__ __device__(const value<I> &y) { return y == x; }); }
template <typename P, typename I, typename O, typename T> O remove_copy(P p, I a, I b, O out, T x) { return remove_copy_if(p, a, b, out, [=] __host__ __device__(const value<I> &y) { return y == x; }); }

template <typename I, typename C> I partition(on_host, I a, I b, C test)
{
	long n = b - a, count = 0, rest = 0;
	value<I> *all = (value<I> *)__sys_calloc(n + 1, sizeof(value<I>));
	for (long i = 0; i < n; i++) {
		value<I> x = *(a + i);
		if (test(x)) *(a + count++) = x;
		else all[rest++] = x;
	}
	for (long i = 0; i < rest; i++) *(a + (count + i)) = all[i];
	__sys_free(all);
	return a + count;
}
template <typename I, typename C> I partition(on_device p, I a, I b, C test)
{
	long n = b - a;
	if (n <= 0) return a;
	buffer<int> room(n);
	buffer<value<I>> copies(n);
	int *places = room.p;
	value<I> *all = copies.p;
	long count = kept(p, n, places, [=] __device__(long i) mutable { return (bool)test(at(a, i)); });
	select_each(p, n, [=] __device__(long i) {
		bool keep = places[i] > (i ? places[i - 1] : 0);
		all[keep ? places[i] - 1 : count + i - places[i]] = at(a, i);
	});
	copy_each(p, n, [=] __device__(long i) { at(a, i) = all[i]; });
	return a + count;
}
template <typename P, typename I, typename C> I stable_partition(P p, I a, I b, C test) { return partition(p, a, b, test); }
template <typename P, typename I, typename O, typename N, typename C> std::pair<O, N> partition_copy(P p, I a, I b, O yes, N no, C test)
{
	O end = copy_if(p, a, b, a, yes, test);
	return std::make_pair(end, copy_if(p, a, b, a, no, thrust::not_fn(test)));
}

template <typename I, typename O, typename E> O unique_copy(on_host, I a, I b, O out, E same)
{
	if (a == b) return out;
	value<I> last = *a;
	*out = last;
	++out;
	for (++a; a != b; ++a) {
		value<I> x = *a;
		if (!same(last, x)) { *out = x; ++out; }
		last = x;
	}
	return out;
}
template <typename I, typename O, typename E> O unique_copy(on_device p, I a, I b, O out, E same) { return selected(p, b - a, a, out, [=] __device__(long i) mutable { return i == 0 || !same(at(a, i - 1), at(a, i)); }); }
template <typename P, typename I, typename O> O unique_copy(P p, I a, I b, O out) { return unique_copy(p, a, b, out, thrust::equal_to<>()); }
template <typename P, typename I, typename E> I unique(P p, I a, I b, E same) { return unique_copy(p, a, b, a, same); }
template <typename P, typename I> I unique(P p, I a, I b) { return unique_copy(p, a, b, a, thrust::equal_to<>()); }
template <typename K, typename I, typename O, typename V, typename E> std::pair<O, V> unique_by_key_copy(on_device p, K a, K b, I in, O keys, V values, E same)
{
	auto begins = [=] __device__(long i) mutable { return i == 0 || !same(at(a, i - 1), at(a, i)); };
	V end = selected(p, b - a, in, values, begins); // the keys are still what they were
	return std::make_pair(selected(p, b - a, a, keys, begins), end);
}
template <typename K, typename I, typename O, typename V, typename E> std::pair<O, V> unique_by_key_copy(on_host, K a, K b, I in, O keys, V values, E same)
{
	for (bool first = true; a != b; first = false) {
		value<K> key = *a;
		*keys = key;
		*values = *in;
		for (++keys, ++values; a != b && same(key, *a);) ++a, ++in;
	}
	return std::make_pair(keys, values);
}
template <typename P, typename K, typename I, typename O, typename V> std::pair<O, V> unique_by_key_copy(P p, K a, K b, I in, O keys, V values) { return unique_by_key_copy(p, a, b, in, keys, values, thrust::equal_to<>()); }
template <typename P, typename K, typename I> std::pair<K, I> unique_by_key(P p, K a, K b, I in) { return unique_by_key_copy(p, a, b, in, a, in, thrust::equal_to<>()); }
template <typename P, typename K, typename I, typename E> std::pair<K, I> unique_by_key(P p, K a, K b, I in, E same) { return unique_by_key_copy(p, a, b, in, a, in, same); }

// The sum of each run of a key is what the prefix sum by key has at its end.
template <typename K, typename I, typename O, typename V, typename E, typename F> std::pair<O, V> reduce_by_key(on_device p, K a, K b, I in, O keys, V values, E same, F f)
{
	long n = b - a;
	if (n <= 0) return std::make_pair(keys, values);
	buffer<value<I>> room(n);
	value<I> *sums = room.p;
	inclusive_scan_by_key(p, a, b, in, sums, same, f);
	auto ends = [=] __device__(long i) mutable { return i == n - 1 || !same(at(a, i), at(a, i + 1)); };
	V end = selected(p, n, sums, values, ends);
	return std::make_pair(selected(p, n, a, keys, ends), end);
}
template <typename K, typename I, typename O, typename V, typename E, typename F> std::pair<O, V> reduce_by_key(on_host, K a, K b, I in, O keys, V values, E same, F f)
{
	while (a != b) {
		value<K> key = *a;
		value<I> sum = *in;
		for (++a, ++in; a != b && same(key, *a); ++a, ++in) sum = f(sum, *in);
		*keys = key;
		*values = sum;
		++keys;
		++values;
	}
	return std::make_pair(keys, values);
}
template <typename P, typename K, typename I, typename O, typename V, typename E> std::pair<O, V> reduce_by_key(P p, K a, K b, I in, O keys, V values, E same) { return reduce_by_key(p, a, b, in, keys, values, same, thrust::plus<value<I>>()); }
template <typename P, typename K, typename I, typename O, typename V> std::pair<O, V> reduce_by_key(P p, K a, K b, I in, O keys, V values) { return reduce_by_key(p, a, b, in, keys, values, thrust::equal_to<>(), thrust::plus<value<I>>()); }
}
#define THRUST_ALGORITHM(NAME) \
	template <typename A, typename... B> auto NAME(A a, B... b) { \
		if constexpr (detail::is_policy<A>::value) return detail::NAME(a, b...); \
		else return detail::NAME(detail::where<A, B...>(), a, b...); \
	}
THRUST_ALGORITHM(copy_if)
THRUST_ALGORITHM(remove_copy_if)
THRUST_ALGORITHM(remove_if)
THRUST_ALGORITHM(remove)
THRUST_ALGORITHM(remove_copy)
THRUST_ALGORITHM(partition)
THRUST_ALGORITHM(stable_partition)
THRUST_ALGORITHM(partition_copy)
THRUST_ALGORITHM(unique_copy)
THRUST_ALGORITHM(unique)
THRUST_ALGORITHM(unique_by_key_copy)
THRUST_ALGORITHM(unique_by_key)
THRUST_ALGORITHM(reduce_by_key)
#undef THRUST_ALGORITHM
}

// Thrust: algorithms in which each element is for itself. A thread has an element; of more elements than a grid has threads
// each thread has several, a grid apart.
namespace thrust {
namespace detail {
#define THRUST_EACH(NAME) \
	template <typename F> __global__ void thrust_##NAME(long n, F f) { \
		for (long i = blockIdx.x * (long)THREADS + threadIdx.x; i < n; i += gridDim.x * (long)THREADS) f(i); \
	} \
	template <typename F> void NAME##_each(on_device p, long n, F f) { if (n > 0) thrust_##NAME<<<blocks(n), THREADS, 0, p.stream>>>(n, f); }
THRUST_EACH(for_each)
THRUST_EACH(transform)
THRUST_EACH(fill)
THRUST_EACH(sequence)
THRUST_EACH(generate)
THRUST_EACH(copy)
THRUST_EACH(gather)
THRUST_EACH(scatter)
THRUST_EACH(replace)
THRUST_EACH(adjacent_difference)
THRUST_EACH(search)
THRUST_EACH(select)
THRUST_EACH(merge)
#undef THRUST_EACH

template <typename I, typename F> I for_each(on_host, I a, I b, F f) { for (; a != b; ++a) f(*a); return a; }
template <typename I, typename F> I for_each(on_device p, I a, I b, F f)
{
	for_each_each(p, b - a, [=] __device__(long i) mutable { f(detail::at(a, i)); });
	return b;
}
template <typename P, typename I, typename N, typename F> I for_each_n(P p, I a, N n, F f) { return for_each(p, a, a + n, f); }

template <typename I, typename O, typename F> O transform(on_host, I a, I b, O out, F f) { for (; a != b; ++a, ++out) *out = f(*a); return out; }
template <typename I, typename O, typename F> O transform(on_device p, I a, I b, O out, F f)
{
	transform_each(p, b - a, [=] __device__(long i) mutable { detail::at(out, i) = f(detail::at(a, i)); });
	return out + (b - a);
}
template <typename I, typename J, typename O, typename F> O transform(on_host, I a, I b, J c, O out, F f) { for (; a != b; ++a, ++c, ++out) *out = f(*a, *c); return out; }
template <typename I, typename J, typename O, typename F> O transform(on_device p, I a, I b, J c, O out, F f)
{
	transform_each(p, b - a, [=] __device__(long i) mutable { detail::at(out, i) = f(detail::at(a, i), detail::at(c, i)); });
	return out + (b - a);
}
template <typename I, typename O, typename F, typename C> O transform_if(on_host, I a, I b, O out, F f, C test) { for (; a != b; ++a, ++out) if (test(*a)) *out = f(*a); return out; }
template <typename I, typename O, typename F, typename C> O transform_if(on_device p, I a, I b, O out, F f, C test)
{
	transform_each(p, b - a, [=] __device__(long i) mutable { if (test(detail::at(a, i))) detail::at(out, i) = f(detail::at(a, i)); });
	return out + (b - a);
}
template <typename I, typename S, typename O, typename F, typename C> O transform_if(on_host, I a, I b, S stencil, O out, F f, C test)
{
	for (; a != b; ++a, ++stencil, ++out) if (test(*stencil)) *out = f(*a);
	return out;
}
template <typename I, typename S, typename O, typename F, typename C> O transform_if(on_device p, I a, I b, S stencil, O out, F f, C test)
{
	transform_each(p, b - a, [=] __device__(long i) mutable { if (test(detail::at(stencil, i))) detail::at(out, i) = f(detail::at(a, i)); });
	return out + (b - a);
}

template <typename I, typename T> void fill(on_host, I a, I b, T x) { for (; a != b; ++a) *a = x; }
template <typename I, typename T> void fill(on_device p, I a, I b, T x) { fill_each(p, b - a, [=] __device__(long i) { detail::at(a, i) = x; }); }
template <typename P, typename I, typename N, typename T> I fill_n(P p, I a, N n, T x) { fill(p, a, a + n, x); return a + n; }
template <typename P, typename I, typename T> void uninitialized_fill(P p, I a, I b, T x) { fill(p, a, b, x); }
template <typename I, typename T> void sequence(on_host, I a, I b, T x, T step) { for (; a != b; ++a) { *a = x; x = x + step; } }
template <typename I, typename T> void sequence(on_device p, I a, I b, T x, T step) { sequence_each(p, b - a, [=] __device__(long i) { detail::at(a, i) = x + (value<I>)i * step; }); }
template <typename P, typename I, typename T> void sequence(P p, I a, I b, T x) { sequence(p, a, b, (value<I>)x, (value<I>)1); }
template <typename P, typename I> void sequence(P p, I a, I b) { sequence(p, a, b, (value<I>)0, (value<I>)1); }
template <typename I, typename F> void tabulate(on_host, I a, I b, F f) { for (long i = 0; a != b; ++a, ++i) *a = f(i); }
template <typename I, typename F> void tabulate(on_device p, I a, I b, F f) { sequence_each(p, b - a, [=] __device__(long i) mutable { detail::at(a, i) = f(i); }); }
template <typename I, typename F> void generate(on_host, I a, I b, F f) { for (; a != b; ++a) *a = f(); }
template <typename I, typename F> void generate(on_device p, I a, I b, F f) { generate_each(p, b - a, [=] __device__(long i) mutable { detail::at(a, i) = f(); }); }
template <typename P, typename I, typename N, typename F> I generate_n(P p, I a, N n, F f) { generate(p, a, a + n, f); return a + n; }

template <typename M, typename I, typename O> O gather(on_host, M a, M b, I in, O out) { for (; a != b; ++a, ++out) *out = in[*a]; return out; }
template <typename M, typename I, typename O> O gather(on_device p, M a, M b, I in, O out)
{
	gather_each(p, b - a, [=] __device__(long i) { detail::at(out, i) = detail::at(in, (long)detail::at(a, i)); });
	return out + (b - a);
}
template <typename I, typename M, typename O> void scatter(on_host, I a, I b, M map, O out) { for (; a != b; ++a, ++map) out[*map] = *a; }
template <typename I, typename M, typename O> void scatter(on_device p, I a, I b, M map, O out) { scatter_each(p, b - a, [=] __device__(long i) { detail::at(out, (long)detail::at(map, i)) = detail::at(a, i); }); }
template <typename I, typename M, typename S, typename O> void scatter_if(on_host, I a, I b, M map, S stencil, O out) { for (; a != b; ++a, ++map, ++stencil) if (*stencil) out[*map] = *a; }
template <typename I, typename M, typename S, typename O> void scatter_if(on_device p, I a, I b, M map, S stencil, O out)
{
	scatter_each(p, b - a, [=] __device__(long i) { if (detail::at(stencil, i)) detail::at(out, (long)detail::at(map, i)) = detail::at(a, i); });
}
template <typename P, typename I, typename T> void replace(P p, I a, I b, T old, T x) { replace_if(p, a, b, [=] __host__ __device__(const T &y) { return y == old; }, x); }
template <typename I, typename C, typename T> void replace_if(on_host, I a, I b, C test, T x) { for (; a != b; ++a) if (test(*a)) *a = x; }
template <typename I, typename C, typename T> void replace_if(on_device p, I a, I b, C test, T x) { replace_each(p, b - a, [=] __device__(long i) mutable { if (test(detail::at(a, i))) detail::at(a, i) = x; }); }

template <typename I, typename O, typename F> O adjacent_difference(on_host, I a, I b, O out, F f)
{
	if (a == b) return out;
	value<I> last = *a;
	*out = last;
	for (++a, ++out; a != b; ++a, ++out) {
		value<I> x = *a;
		*out = f(x, last);
		last = x;
	}
	return out;
}
template <typename I, typename O, typename F> O adjacent_difference(on_device p, I a, I b, O out, F f)
{
	long n = b - a;
	buffer<value<I>> before(n); // the result may replace what it is made of
	value<I> *old = before.p;
	copy_each(p, n, [=] __device__(long i) { old[i] = detail::at(a, i); });
	adjacent_difference_each(p, n, [=] __device__(long i) mutable { if (i == 0) detail::at(out, i) = old[0]; else detail::at(out, i) = f(old[i], old[i - 1]); });
	return out + n;
}
template <typename P, typename I, typename O> O adjacent_difference(P p, I a, I b, O out) { return adjacent_difference(p, a, b, out, thrust::minus<>()); }

template <typename I, typename J> J swap_ranges(on_host, I a, I b, J c) { for (; a != b; ++a, ++c) { value<I> x = *a; *a = *c; *c = x; } return c; }
template <typename I, typename J> J swap_ranges(on_device p, I a, I b, J c)
{
	copy_each(p, b - a, [=] __device__(long i) { value<I> x = detail::at(a, i); detail::at(a, i) = detail::at(c, i); detail::at(c, i) = x; });
	return c + (b - a);
}
template <typename I> void reverse(on_host, I a, I b) { for (; a < b; ++a) { --b; if (!(a < b)) break; value<I> x = *a; *a = *b; *b = x; } }
template <typename I> void reverse(on_device p, I a, I b)
{
	long n = b - a;
	copy_each(p, n / 2, [=] __device__(long i) { value<I> x = detail::at(a, i); detail::at(a, i) = detail::at(a, n - 1 - i); detail::at(a, n - 1 - i) = x; });
}

// Copies. Between host and GPU whole arrays of one type go at once; other elements are made into arrays first.
template <typename I, typename O> O copy(on_host, I a, I b, O out) { for (; a != b; ++a, ++out) *out = *a; return out; }
template <typename I, typename O> O copy(on_device p, I a, I b, O out)
{
	const int from = memory_of<I>::value, to = memory_of<O>::value;
	long n = b - a;
	if (n <= 0) return out;
	const bool whole = contiguous<I>::value && contiguous<O>::value && std::is_same<value<I>, value<O>>::value;
	if constexpr (!whole && from != 1 && to == 1) { // out may be an iterator that only goes forward, such as std::ostream_iterator
		value<I> *all = (value<I> *)__sys_calloc(n, sizeof(value<I>));
		if constexpr (contiguous<I>::value) cudaMemcpy(all, (const void *)&detail::at(a, 0), n * sizeof(value<I>), cudaMemcpyDeviceToHost);
		else {
			buffer<value<I>> made(n);
			value<I> *x = made.p;
			copy_each(p, n, [=] __device__(long i) { x[i] = detail::at(a, i); });
			cudaMemcpy(all, x, n * sizeof(value<I>), cudaMemcpyDeviceToHost);
		}
		for (long i = 0; i < n; i++, ++out) *out = all[i];
		__sys_free(all);
		return out;
	} else {
		if constexpr (whole) cudaMemcpyAsync((void *)&detail::at(out, 0), (const void *)&detail::at(a, 0), n * sizeof(value<I>), cudaMemcpyDefault, p.stream);
		else if constexpr (from == 1 && to == 2) {
			value<O> *all = (value<O> *)__sys_calloc(n, sizeof(value<O>));
			for (long i = 0; i < n; i++, ++a) all[i] = *a;
			copy(p, all, all + n, out);
			__sys_free(all);
		} else copy_each(p, n, [=] __device__(long i) { detail::at(out, i) = detail::at(a, i); });
		if (from == 1 || to == 1) cudaStreamSynchronize(p.stream);
		return out + n;
	}
}
template <typename P, typename I, typename N, typename O> O copy_n(P p, I a, N n, O out) { return copy(p, a, a + n, out); }
template <typename P, typename I, typename O> O uninitialized_copy(P p, I a, I b, O out) { return copy(p, a, b, out); }
}

// Each algorithm is called with a policy, or without one: then it runs where its arguments are.
#define THRUST_ALGORITHM(NAME) \
	template <typename A, typename... B> auto NAME(A a, B... b) { \
		if constexpr (detail::is_policy<A>::value) return detail::NAME(a, b...); \
		else return detail::NAME(detail::where<A, B...>(), a, b...); \
	}
THRUST_ALGORITHM(for_each)
THRUST_ALGORITHM(for_each_n)
THRUST_ALGORITHM(transform)
THRUST_ALGORITHM(transform_if)
THRUST_ALGORITHM(fill)
THRUST_ALGORITHM(fill_n)
THRUST_ALGORITHM(uninitialized_fill)
THRUST_ALGORITHM(sequence)
THRUST_ALGORITHM(tabulate)
THRUST_ALGORITHM(generate)
THRUST_ALGORITHM(generate_n)
THRUST_ALGORITHM(gather)
THRUST_ALGORITHM(scatter)
THRUST_ALGORITHM(scatter_if)
THRUST_ALGORITHM(replace)
THRUST_ALGORITHM(replace_if)
THRUST_ALGORITHM(adjacent_difference)
THRUST_ALGORITHM(swap_ranges)
THRUST_ALGORITHM(reverse)
THRUST_ALGORITHM(copy)
THRUST_ALGORITHM(copy_n)
THRUST_ALGORITHM(uninitialized_copy)
#undef THRUST_ALGORITHM
}

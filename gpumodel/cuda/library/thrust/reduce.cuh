// Thrust: reductions. Each block reduces its part, and one block what the blocks have found.
namespace thrust {
namespace detail {
template <typename T, typename F> __device__ T reduced(T mine, int n, T *all, F f)
{
	all[threadIdx.x] = mine;
	for (int half = THREADS / 2; half > 0; half /= 2) {
		__syncthreads();
		if (threadIdx.x < half && (int)threadIdx.x + half < n) all[threadIdx.x] = f(all[threadIdx.x], all[threadIdx.x + half]);
	}
	__syncthreads();
	return all[0];
}
template <typename T, typename I, typename F> __global__ void thrust_reduce(long n, I in, T *parts, T first, bool last, F f)
{
	__shared__ __align__(16) char room[THREADS * sizeof(T)];
	long i = blockIdx.x * (long)THREADS + threadIdx.x, left = n - blockIdx.x * (long)THREADS;
	T mine;
	if (i < n) mine = at(in, i);
	for (i += gridDim.x * (long)THREADS; i < n; i += gridDim.x * (long)THREADS) mine = f(mine, (T)at(in, i));
	mine = reduced(mine, left < THREADS ? (int)left : THREADS, (T *)room, f);
	if (threadIdx.x == 0) parts[blockIdx.x] = last ? f(first, mine) : mine;
}
template <typename I, typename T, typename F> T reduce(on_host, I a, I b, T x, F f) { for (; a != b; ++a) x = f(x, *a); return x; }
template <typename I, typename T, typename F> T reduce(on_device p, I a, I b, T x, F f)
{
	long n = b - a;
	if (n <= 0) return x;
	int grid = (int)(n < 8 * THREADS * 256L ? (n + 8 * THREADS - 1) / (8 * THREADS) : 256);
	buffer<T> parts(grid + 1);
	T *all = parts.p, result;
	thrust_reduce<T><<<grid, THREADS, 0, p.stream>>>(n, a, grid > 1 ? all + 1 : all, x, grid == 1, f);
	if (grid > 1) thrust_reduce<T><<<1, THREADS, 0, p.stream>>>((long)grid, all + 1, all, x, true, f);
	cudaMemcpyAsync(&result, all, sizeof(T), cudaMemcpyDeviceToHost, p.stream);
	cudaStreamSynchronize(p.stream);
	return result;
}
template <typename P, typename I, typename T> T reduce(P p, I a, I b, T x) { return reduce(p, a, b, x, thrust::plus<T>()); }
template <typename P, typename I> value<I> reduce(P p, I a, I b) { return reduce(p, a, b, value<I>(), thrust::plus<value<I>>()); }
template <typename P, typename I, typename U, typename T, typename F> T transform_reduce(P p, I a, I b, U of, T x, F f)
{
	return reduce(p, transform_iterator<U, I>(a, of), transform_iterator<U, I>(b, of), x, f);
}
template <typename I, typename J, typename T, typename F, typename G> T inner_product(on_host, I a, I b, J c, T x, F f, G g) { for (; a != b; ++a, ++c) x = f(x, g(*a, *c)); return x; }
template <typename I, typename J, typename T, typename F, typename G> T inner_product(on_device p, I a, I b, J c, T x, F f, G g)
{
	auto product = [=] __device__(long i) mutable -> T { return g(at(a, i), at(c, i)); };
	return reduce(p, make_transform_iterator(counting_iterator<long>(0), product), make_transform_iterator(counting_iterator<long>(b - a), product), x, f);
}
template <typename P, typename I, typename J, typename T> T inner_product(P p, I a, I b, J c, T x) { return inner_product(p, a, b, c, x, thrust::plus<T>(), thrust::multiplies<T>()); }

template <typename I, typename C> long count_if(on_host, I a, I b, C test) { long n = 0; for (; a != b; ++a) if (test(*a)) n++; return n; }
template <typename I, typename C> long count_if(on_device p, I a, I b, C test)
{
	auto counts = [=] __device__(long i) mutable -> long { return test(at(a, i)) ? 1 : 0; };
	return reduce(p, make_transform_iterator(counting_iterator<long>(0), counts), make_transform_iterator(counting_iterator<long>(b - a), counts), 0L, thrust::plus<long>());
}
template <typename P, typename I, typename T> long count(P p, I a, I b, T x) { return count_if(p, a, b, [=] __host__ __device__(const value<I> &y) { return y == x; }); }
template <typename P, typename I, typename C> bool all_of(P p, I a, I b, C test) { return count_if(p, a, b, test) == b - a; }
template <typename P, typename I, typename C> bool any_of(P p, I a, I b, C test) { return count_if(p, a, b, test) > 0; }
template <typename P, typename I, typename C> bool none_of(P p, I a, I b, C test) { return count_if(p, a, b, test) == 0; }

// The first place for which a test holds, n if there is none.
template <typename C> long first_place(on_device p, long n, C test)
{
	auto place = [=] __device__(long i) mutable -> long { return test(i) ? i : n; };
	return reduce(p, make_transform_iterator(counting_iterator<long>(0), place), make_transform_iterator(counting_iterator<long>(n), place), n, thrust::minimum<long>());
}
template <typename I, typename C> I find_if(on_host, I a, I b, C test) { for (; a != b; ++a) if (test(*a)) break; return a; }
template <typename I, typename C> I find_if(on_device p, I a, I b, C test) { return a + first_place(p, b - a, [=] __device__(long i) mutable { return (bool)test(at(a, i)); }); }
template <typename P, typename I, typename C> I find_if_not(P p, I a, I b, C test) { return find_if(p, a, b, thrust::not_fn(test)); }
template <typename P, typename I, typename T> I find(P p, I a, I b, T x) { return find_if(p, a, b, [=] __host__ __device__(const value<I> &y) { return y == x; }); }
template <typename I, typename J, typename F> bool equal(on_host, I a, I b, J c, F same) { for (; a != b; ++a, ++c) if (!same(*a, *c)) return false; return true; }
template <typename I, typename J, typename F> bool equal(on_device p, I a, I b, J c, F same)
{
	return first_place(p, b - a, [=] __device__(long i) mutable { return !same(at(a, i), at(c, i)); }) == b - a;
}
template <typename P, typename I, typename J> bool equal(P p, I a, I b, J c) { return equal(p, a, b, c, thrust::equal_to<>()); }
template <typename I, typename J, typename F> std::pair<I, J> mismatch(on_host, I a, I b, J c, F same) { for (; a != b; ++a, ++c) if (!same(*a, *c)) break; return std::make_pair(a, c); }
template <typename I, typename J, typename F> std::pair<I, J> mismatch(on_device p, I a, I b, J c, F same)
{
	long i = first_place(p, b - a, [=] __device__(long i) mutable { return !same(at(a, i), at(c, i)); });
	return std::make_pair(a + i, c + i);
}
template <typename P, typename I, typename J> std::pair<I, J> mismatch(P p, I a, I b, J c) { return mismatch(p, a, b, c, thrust::equal_to<>()); }
template <typename I, typename F> bool is_sorted(on_host, I a, I b, F less) { if (a == b) return true; for (I next = a + 1; next != b; ++next, ++a) if (less(*next, *a)) return false; return true; }
template <typename I, typename F> bool is_sorted(on_device p, I a, I b, F less)
{
	long n = b - a;
	return n < 2 || first_place(p, n - 1, [=] __device__(long i) mutable { return (bool)less(at(a, i + 1), at(a, i)); }) == n - 1;
}
template <typename P, typename I> bool is_sorted(P p, I a, I b) { return is_sorted(p, a, b, thrust::less<>()); }

template <typename I, typename F> I max_element(on_host, I a, I b, F less) { I best = a; for (; a != b; ++a) if (less(*best, *a)) best = a; return best; }
template <typename I, typename F> I min_element(on_host, I a, I b, F less) { I best = a; for (; a != b; ++a) if (less(*a, *best)) best = a; return best; }
template <typename I, typename F> I max_element(on_device p, I a, I b, F less)
{
	if (b - a < 1) return b;
	return a + reduce(p, counting_iterator<long>(0), counting_iterator<long>(b - a), 0L, [=] __device__(long i, long j) mutable {
		return less(at(a, i), at(a, j)) || !less(at(a, j), at(a, i)) && j < i ? j : i;
	});
}
template <typename I, typename F> I min_element(on_device p, I a, I b, F less)
{
	if (b - a < 1) return b;
	return a + reduce(p, counting_iterator<long>(0), counting_iterator<long>(b - a), 0L, [=] __device__(long i, long j) mutable {
		return less(at(a, j), at(a, i)) || !less(at(a, i), at(a, j)) && j < i ? j : i;
	});
}
template <typename P, typename I> I max_element(P p, I a, I b) { return max_element(p, a, b, thrust::less<value<I>>()); }
template <typename P, typename I> I min_element(P p, I a, I b) { return min_element(p, a, b, thrust::less<value<I>>()); }
template <typename P, typename I, typename... F> std::pair<I, I> minmax_element(P p, I a, I b, F... less) { return std::make_pair(min_element(p, a, b, less...), max_element(p, a, b, less...)); }
}
#define THRUST_ALGORITHM(NAME) \
	template <typename A, typename... B> auto NAME(A a, B... b) { \
		if constexpr (detail::is_policy<A>::value) return detail::NAME(a, b...); \
		else return detail::NAME(detail::where<A, B...>(), a, b...); \
	}
THRUST_ALGORITHM(reduce)
THRUST_ALGORITHM(transform_reduce)
THRUST_ALGORITHM(inner_product)
THRUST_ALGORITHM(count_if)
THRUST_ALGORITHM(count)
THRUST_ALGORITHM(all_of)
THRUST_ALGORITHM(any_of)
THRUST_ALGORITHM(none_of)
THRUST_ALGORITHM(find_if)
THRUST_ALGORITHM(find_if_not)
THRUST_ALGORITHM(find)
THRUST_ALGORITHM(equal)
THRUST_ALGORITHM(mismatch)
THRUST_ALGORITHM(is_sorted)
THRUST_ALGORITHM(max_element)
THRUST_ALGORITHM(min_element)
THRUST_ALGORITHM(minmax_element)
#undef THRUST_ALGORITHM
}

// Thrust: prefix sums. The sums of tiles are found first, then what stands before each tile, then the elements.
namespace thrust {
namespace detail {
const int ITEMS = 4;
const int TILE = THREADS * ITEMS;

// Adds up what each of so many threads has; mine becomes what stands before it, and there is nothing before thread 0.
template <typename T, typename F> __device__ void before_threads(T &mine, int threads, T *all, F f)
{
	T sum = mine;
	for (int step = 1; step < THREADS; step *= 2) {
		__syncthreads();
		all[threadIdx.x] = sum;
		__syncthreads();
		if (threadIdx.x >= step && threadIdx.x < threads) sum = f(all[threadIdx.x - step], sum);
	}
	__syncthreads();
	all[threadIdx.x] = sum;
	__syncthreads();
	if (threadIdx.x > 0 && threadIdx.x < threads) mine = all[threadIdx.x - 1];
}
template <typename T, typename I, typename F> __global__ void thrust_scan_sums(long n, I in, T *sums, F f)
{
	__shared__ __align__(16) char room[THREADS * sizeof(T)];
	long begin = blockIdx.x * (long)TILE, left = n - begin;
	T mine, *all = (T *)room;
	// The order of the elements is kept: each thread takes neighbours.
	int each = left < TILE ? (int)((left + THREADS - 1) / THREADS) : ITEMS, threads = (int)((left < TILE ? left : TILE) + each - 1) / each;
	for (int k = 0; k < each; k++) {
		long i = (long)threadIdx.x * each + k;
		if (i < left && i < TILE) mine = k == 0 ? (T)at(in, begin + i) : f(mine, (T)at(in, begin + i));
	}
	all[threadIdx.x] = mine;
	for (int step = 1; step < THREADS; step *= 2) {
		__syncthreads();
		if (threadIdx.x % (2 * step) == 0 && (int)threadIdx.x + step < threads) all[threadIdx.x] = f(all[threadIdx.x], all[threadIdx.x + step]);
	}
	if (threadIdx.x == 0) sums[blockIdx.x] = all[0];
}
// before has what stands before each tile, but for the first one.
template <bool EXCLUSIVE, typename T, typename I, typename O, typename F> __global__ void thrust_scan(long n, I in, O out, const T *before, bool begins, T first, F f)
{
	__shared__ __align__(16) char room[(TILE + THREADS) * sizeof(T)];
	T *tile = (T *)room, *all = tile + TILE;
	long begin = blockIdx.x * (long)TILE;
	int here = n - begin < TILE ? (int)(n - begin) : TILE, from = threadIdx.x * ITEMS;
	for (int k = threadIdx.x; k < here; k += THREADS) tile[k] = at(in, begin + k);
	__syncthreads();
	T mine;
	for (int k = 0; k < ITEMS; k++)
		if (from + k < here) mine = k == 0 ? tile[from] : f(mine, tile[from + k]);
	before_threads(mine, (here + ITEMS - 1) / ITEMS, all, f);
	bool has = threadIdx.x > 0;
	if (blockIdx.x > 0 && from < here) {
		mine = has ? f(before[blockIdx.x - 1], mine) : before[blockIdx.x - 1];
		has = true;
	}
	if (begins && from < here) {
		mine = has ? f(first, mine) : first;
		has = true;
	}
	for (int k = 0; k < ITEMS; k++) {
		if (from + k >= here) break;
		T next = has ? f(mine, tile[from + k]) : tile[from + k];
		if (EXCLUSIVE) tile[from + k] = mine;
		else tile[from + k] = next;
		mine = next;
		has = true;
	}
	__syncthreads();
	for (int k = threadIdx.x; k < here; k += THREADS) at(out, begin + k) = tile[k];
}
template <bool EXCLUSIVE, typename I, typename O, typename T, typename F> O scan(on_device p, I a, I b, O out, bool begins, T first, F f)
{
	long n = b - a;
	if (n <= 0) return out;
	int tiles = (int)((n + TILE - 1) / TILE);
	buffer<T> sums(tiles > 1 ? tiles : 0);
	T *before = sums.p;
	if (tiles > 1) {
		thrust_scan_sums<T><<<tiles, THREADS, 0, p.stream>>>(n, a, before, f);
		scan<false>(p, before, before + tiles, before, false, first, f);
	}
	thrust_scan<EXCLUSIVE, T><<<tiles, THREADS, 0, p.stream>>>(n, a, out, (const T *)before, begins, first, f);
	return out + n;
}
template <typename I, typename O, typename F> O inclusive_scan(on_host, I a, I b, O out, F f)
{
	if (a == b) return out;
	value<I> sum = *a;
	*out = sum;
	for (++a, ++out; a != b; ++a, ++out) *out = sum = f(sum, *a);
	return out;
}
template <typename I, typename O, typename F> O inclusive_scan(on_device p, I a, I b, O out, F f) { return scan<false>(p, a, b, out, false, value<I>(), f); }
template <typename P, typename I, typename O> O inclusive_scan(P p, I a, I b, O out) { return inclusive_scan(p, a, b, out, thrust::plus<value<I>>()); }
template <typename I, typename O, typename T, typename F> O exclusive_scan(on_host, I a, I b, O out, T sum, F f)
{
	for (; a != b; ++a, ++out) {
		value<I> x = *a;
		*out = sum;
		sum = f(sum, x);
	}
	return out;
}
template <typename I, typename O, typename T, typename F> O exclusive_scan(on_device p, I a, I b, O out, T first, F f) { return scan<true>(p, a, b, out, true, first, f); }
template <typename P, typename I, typename O, typename T> O exclusive_scan(P p, I a, I b, O out, T first) { return exclusive_scan(p, a, b, out, first, thrust::plus<T>()); }
template <typename P, typename I, typename O> O exclusive_scan(P p, I a, I b, O out) { return exclusive_scan(p, a, b, out, value<I>(), thrust::plus<value<I>>()); }
template <typename P, typename I, typename O, typename U, typename F> O transform_inclusive_scan(P p, I a, I b, O out, U of, F f)
{
	return inclusive_scan(p, transform_iterator<U, I>(a, of), transform_iterator<U, I>(b, of), out, f);
}
template <typename P, typename I, typename O, typename U, typename T, typename F> O transform_exclusive_scan(P p, I a, I b, O out, U of, T first, F f)
{
	return exclusive_scan(p, transform_iterator<U, I>(a, of), transform_iterator<U, I>(b, of), out, first, f);
}

// By key: a sum begins anew where the key does. A pair of a value and whether a key begins there is added up as such.
template <typename T> struct keyed { T x; int begins; };
template <bool EXCLUSIVE, typename K, typename I, typename O, typename T, typename E, typename F> O scan_by_key(on_device p, K a, K b, I in, O out, T first, E same, F f)
{
	long n = b - a;
	if (n <= 0) return out;
	auto element = [=] __device__(long i) mutable {
		keyed<T> e;
		e.begins = i == 0 || !same(at(a, i - 1), at(a, i));
		if (EXCLUSIVE) e.x = e.begins ? first : (T)at(in, i - 1);
		else e.x = at(in, i);
		return e;
	};
	auto add = [=] __device__(keyed<T> l, keyed<T> r) mutable {
		if (!r.begins) {
			r.x = f(l.x, r.x);
			r.begins = l.begins;
		}
		return r;
	};
	buffer<keyed<T>> found(n);
	keyed<T> *all = found.p, none;
	scan<false>(p, make_transform_iterator(counting_iterator<long>(0), element), make_transform_iterator(counting_iterator<long>(n), element), all, false, none, add);
	copy_each(p, n, [=] __device__(long i) { at(out, i) = all[i].x; });
	return out + n;
}
template <typename K, typename I, typename O, typename E, typename F> O inclusive_scan_by_key(on_device p, K a, K b, I in, O out, E same, F f) { return scan_by_key<false>(p, a, b, in, out, value<I>(), same, f); }
template <typename K, typename I, typename O, typename E, typename F> O inclusive_scan_by_key(on_host, K a, K b, I in, O out, E same, F f)
{
	if (a == b) return out;
	value<I> sum = *in;
	value<K> key = *a;
	*out = sum;
	for (++a, ++in, ++out; a != b; ++a, ++in, ++out) {
		sum = same(key, *a) ? f(sum, *in) : (value<I>)*in;
		key = *a;
		*out = sum;
	}
	return out;
}
template <typename P, typename K, typename I, typename O, typename E> O inclusive_scan_by_key(P p, K a, K b, I in, O out, E same) { return inclusive_scan_by_key(p, a, b, in, out, same, thrust::plus<value<I>>()); }
template <typename P, typename K, typename I, typename O> O inclusive_scan_by_key(P p, K a, K b, I in, O out) { return inclusive_scan_by_key(p, a, b, in, out, thrust::equal_to<>(), thrust::plus<value<I>>()); }
template <typename K, typename I, typename O, typename T, typename E, typename F> O exclusive_scan_by_key(on_device p, K a, K b, I in, O out, T first, E same, F f) { return scan_by_key<true>(p, a, b, in, out, first, same, f); }
template <typename K, typename I, typename O, typename T, typename E, typename F> O exclusive_scan_by_key(on_host, K a, K b, I in, O out, T first, E same, F f)
{
	if (a == b) return out;
	value<K> key = *a;
	T sum = first;
	for (; a != b; ++a, ++in, ++out) {
		if (!same(key, *a)) sum = first;
		key = *a;
		value<I> x = *in;
		*out = sum;
		sum = f(sum, x);
	}
	return out;
}
template <typename P, typename K, typename I, typename O, typename T, typename E> O exclusive_scan_by_key(P p, K a, K b, I in, O out, T first, E same) { return exclusive_scan_by_key(p, a, b, in, out, first, same, thrust::plus<T>()); }
template <typename P, typename K, typename I, typename O, typename T> O exclusive_scan_by_key(P p, K a, K b, I in, O out, T first) { return exclusive_scan_by_key(p, a, b, in, out, first, thrust::equal_to<>(), thrust::plus<T>()); }
template <typename P, typename K, typename I, typename O> O exclusive_scan_by_key(P p, K a, K b, I in, O out) { return exclusive_scan_by_key(p, a, b, in, out, value<I>(), thrust::equal_to<>(), thrust::plus<value<I>>()); }
}
#define THRUST_ALGORITHM(NAME) \
	template <typename A, typename... B> auto NAME(A a, B... b) { \
		if constexpr (detail::is_policy<A>::value) return detail::NAME(a, b...); \
		else return detail::NAME(detail::where<A, B...>(), a, b...); \
	}
THRUST_ALGORITHM(inclusive_scan)
THRUST_ALGORITHM(exclusive_scan)
THRUST_ALGORITHM(transform_inclusive_scan)
THRUST_ALGORITHM(transform_exclusive_scan)
THRUST_ALGORITHM(inclusive_scan_by_key)
THRUST_ALGORITHM(exclusive_scan_by_key)
#undef THRUST_ALGORITHM
}

// Thrust: sorting. Numbers in their usual order are sorted digit by digit, everything else by merging. Both keep the order of equal keys.
namespace thrust {
namespace detail {
struct nothing {};
// A number as an unsigned one with the same order.
#define THRUST_ORDERED(T, U, EXPRESSION) __device__ inline U ordered(T k) { return EXPRESSION; }
THRUST_ORDERED(unsigned char, unsigned, k)
THRUST_ORDERED(unsigned short, unsigned, k)
THRUST_ORDERED(unsigned, unsigned, k)
THRUST_ORDERED(unsigned long, unsigned long, k)
THRUST_ORDERED(unsigned long long, unsigned long, k)
THRUST_ORDERED(bool, unsigned, k)
THRUST_ORDERED(char, unsigned, (unsigned char)k ^ 0x80u)
THRUST_ORDERED(short, unsigned, (unsigned short)k ^ 0x8000u)
THRUST_ORDERED(int, unsigned, (unsigned)k ^ 0x80000000u)
THRUST_ORDERED(long, unsigned long, (unsigned long)k ^ 0x8000000000000000ul)
THRUST_ORDERED(long long, unsigned long, (unsigned long)k ^ 0x8000000000000000ul)
THRUST_ORDERED(float, unsigned, __float_as_uint(k) >> 31 ? ~__float_as_uint(k) : __float_as_uint(k) | 0x80000000u)
THRUST_ORDERED(double, unsigned long, (unsigned long)__double_as_longlong(k) >> 63 ? ~(unsigned long)__double_as_longlong(k) : (unsigned long)__double_as_longlong(k) | 0x8000000000000000ul)
#undef THRUST_ORDERED
const int DIGITS = 16;
template <typename K> __device__ int digit(K key, int bit, int mask, bool down)
{
	int d = (int)(ordered(key) >> bit) & mask;
	return down ? mask - d : d;
}
// How many keys of each digit a tile has: counts[digit][tile].
template <typename K> __global__ void thrust_radix_count(long n, const K *keys, int *counts, int bit, int mask, bool down)
{
	__shared__ int mine[DIGITS];
	if (threadIdx.x < DIGITS) mine[threadIdx.x] = 0;
	__syncthreads();
	for (int k = 0; k < ITEMS; k++) {
		long i = blockIdx.x * (long)TILE + k * THREADS + threadIdx.x;
		if (i < n) atomicAdd(&mine[digit(keys[i], bit, mask, down)], 1);
	}
	__syncthreads();
	if (threadIdx.x < DIGITS) counts[threadIdx.x * gridDim.x + blockIdx.x] = mine[threadIdx.x];
}
// Moves the keys of a tile to their places. Within a tile a key's place follows from how many keys of its digit the threads before have.
template <typename K, typename V> __global__ void thrust_radix_move(long n, const K *keys, const V *values, K *to_keys, V *to_values, const int *places, int bit, int mask, bool down)
{
	__shared__ unsigned short counts[DIGITS * THREADS];
	int t = threadIdx.x;
	long begin = blockIdx.x * (long)TILE + t * ITEMS;
	for (int d = 0; d < DIGITS; d++) counts[d * THREADS + t] = 0;
	for (int k = 0; k < ITEMS; k++)
		if (begin + k < n) counts[digit(keys[begin + k], bit, mask, down) * THREADS + t]++;
	__syncthreads();
	// 16 threads have a digit together: each adds up 16 counts, then what stands before.
	int d = t / 16, part = t % 16, sum = 0;
	__shared__ unsigned short sums[DIGITS * 16];
	for (int k = 0; k < 16; k++) sum += counts[d * THREADS + part * 16 + k];
	sums[t] = (unsigned short)sum;
	__syncthreads();
	sum = 0;
	for (int k = 0; k < part; k++) sum += sums[d * 16 + k];
	for (int k = 0; k < 16; k++) {
		int c = counts[d * THREADS + part * 16 + k];
		counts[d * THREADS + part * 16 + k] = (unsigned short)sum;
		sum += c;
	}
	__syncthreads();
	for (int k = 0; k < ITEMS; k++) {
		if (begin + k >= n) break;
		K key = keys[begin + k];
		int d = digit(key, bit, mask, down), at = places[d * gridDim.x + blockIdx.x] + counts[d * THREADS + t]++;
		to_keys[at] = key;
		if constexpr (!std::is_same<V, nothing>::value) to_values[at] = values[begin + k];
	}
}
// Sorts n keys by bits from .. to - 1. The result is in keys again; other_keys and other_values have as much room.
template <typename K, typename V> void radix_sort(on_device p, long n, K *keys, V *values, K *other_keys, V *other_values, int from, int to, bool down)
{
	if (n < 1) return;
	int tiles = (int)((n + TILE - 1) / TILE), passes = 0;
	buffer<int> counts(DIGITS * (long)tiles);
	K *k = keys, *ok = other_keys;
	V *v = values, *ov = other_values;
	for (int bit = from; bit < to; bit += 4, passes++) {
		int mask = to - bit < 4 ? (1 << (to - bit)) - 1 : DIGITS - 1;
		thrust_radix_count<<<tiles, THREADS, 0, p.stream>>>(n, (const K *)k, counts.p, bit, mask, down);
		scan<true>(p, counts.p, counts.p + DIGITS * (long)tiles, counts.p, true, 0, thrust::plus<int>());
		thrust_radix_move<<<tiles, THREADS, 0, p.stream>>>(n, (const K *)k, (const V *)v, ok, ov, (const int *)counts.p, bit, mask, down);
		K *was = k;
		k = ok;
		ok = was;
		V *had = v;
		v = ov;
		ov = had;
	}
	if (passes % 2 == 0) return;
	cudaMemcpyAsync(keys, k, n * sizeof(K), cudaMemcpyDeviceToDevice, p.stream);
	if constexpr (!std::is_same<V, nothing>::value) cudaMemcpyAsync(values, v, n * sizeof(V), cudaMemcpyDeviceToDevice, p.stream);
}

// How many of n sorted elements stand before x; those that are equal to it as well, if after is set.
template <typename K, typename F> __device__ long rank(const K *in, long n, const K &x, bool after, F less)
{
	long from = 0;
	while (n > 0) {
		long half = n / 2;
		bool before = after ? !less(x, in[from + half]) : less(in[from + half], x);
		if (before) from += half + 1, n -= half + 1;
		else n = half;
	}
	return from;
}
// One pass of merging: neighbours of so many sorted elements each become one sorted run. An element's place is its own in its run and its rank in the other.
template <typename K, typename V, typename F> __global__ void thrust_merge_sort(long n, long width, const K *keys, const V *values, K *to_keys, V *to_values, F less)
{
	for (long i = blockIdx.x * (long)THREADS + threadIdx.x; i < n; i += gridDim.x * (long)THREADS) {
		long run = i / width, first = run * width, other = (run ^ 1) * width, begin = run / 2 * 2 * width;
		long count = other < n ? (n - other < width ? n - other : width) : 0;
		K key = keys[i];
		long at = begin + (i - first) + rank(keys + other, count, key, run & 1, less);
		to_keys[at] = key;
		if constexpr (!std::is_same<V, nothing>::value) to_values[at] = values[i];
	}
}
// The first runs, of a block's threads each, in shared memory.
template <typename K, typename V, typename F> __global__ void thrust_merge_sort_block(long n, const K *keys, const V *values, K *to_keys, V *to_values, F less)
{
	__shared__ __align__(16) char room[2 * THREADS * sizeof(K)];
	__shared__ unsigned short places[2 * THREADS];
	K *now = (K *)room, *next = now + THREADS;
	unsigned short *from = places, *to = places + THREADS;
	long begin = blockIdx.x * (long)THREADS;
	int here = n - begin < THREADS ? (int)(n - begin) : THREADS, i = threadIdx.x;
	if (i < here) {
		now[i] = keys[begin + i];
		from[i] = (unsigned short)i;
	}
	__syncthreads();
	for (int width = 1; width < here; width *= 2) {
		if (i < here) {
			int run = i / width, other = (run ^ 1) * width, count = other < here ? (here - other < width ? here - other : width) : 0;
			int at = run / 2 * 2 * width + (i - run * width) + (int)rank(now + other, (long)count, now[i], run & 1, less);
			next[at] = now[i];
			to[at] = from[i];
		}
		__syncthreads();
		K *k = now;
		now = next;
		next = k;
		unsigned short *f = from;
		from = to;
		to = f;
	}
	if (i >= here) return;
	to_keys[begin + i] = now[i];
	if constexpr (!std::is_same<V, nothing>::value) to_values[begin + i] = values[begin + from[i]];
}
template <typename K, typename V, typename F> void merge_sort(on_device p, long n, K *keys, V *values, K *other_keys, V *other_values, F less)
{
	if (n < 2) return;
	thrust_merge_sort_block<<<(int)((n + THREADS - 1) / THREADS), THREADS, 0, p.stream>>>(n, (const K *)keys, (const V *)values, other_keys, other_values, less);
	K *k = other_keys, *ok = keys;
	V *v = other_values, *ov = values;
	for (long width = THREADS; width < n; width *= 2) {
		thrust_merge_sort<<<blocks(n), THREADS, 0, p.stream>>>(n, width, (const K *)k, (const V *)v, ok, ov, less);
		K *was = k;
		k = ok;
		ok = was;
		V *had = v;
		v = ov;
		ov = had;
	}
	if (k == keys) return;
	cudaMemcpyAsync(keys, k, n * sizeof(K), cudaMemcpyDeviceToDevice, p.stream);
	if constexpr (!std::is_same<V, nothing>::value) cudaMemcpyAsync(values, v, n * sizeof(V), cudaMemcpyDeviceToDevice, p.stream);
}
// Which way numbers are sorted by a comparison: 1 up, -1 down, 0 some other order.
template <typename K, typename F> struct direction { static const int value = 0; };
template <typename K> struct direction<K, thrust::less<K>> { static const int value = std::is_arithmetic<K>::value ? 1 : 0; };
template <typename K> struct direction<K, thrust::greater<K>> { static const int value = std::is_arithmetic<K>::value ? -1 : 0; };
template <typename K> struct direction<K, thrust::less<void>> { static const int value = std::is_arithmetic<K>::value ? 1 : 0; };
template <typename K> struct direction<K, thrust::greater<void>> { static const int value = std::is_arithmetic<K>::value ? -1 : 0; };
template <typename K, typename V, typename F> void sort_arrays(on_device p, long n, K *keys, V *values, F less)
{
	const int way = direction<K, F>::value;
	buffer<K> other_keys(n);
	buffer<V> other_values(std::is_same<V, nothing>::value ? 0 : n);
	if constexpr (way == 0) merge_sort(p, n, keys, values, other_keys.p, other_values.p, less);
	else radix_sort(p, n, keys, values, other_keys.p, other_values.p, 0, 8 * (int)sizeof(K), way < 0);
}

template <typename I, typename F> void sort(on_device p, I a, I b, F less)
{
	long n = b - a;
	if (n < 2) return;
	if constexpr (contiguous<I>::value) sort_arrays(p, n, &at(a, 0), (nothing *)0, less);
	else {
		buffer<value<I>> room(n);
		value<I> *all = room.p;
		copy_each(p, n, [=] __device__(long i) { all[i] = at(a, i); });
		sort_arrays(p, n, all, (nothing *)0, less);
		copy_each(p, n, [=] __device__(long i) { at(a, i) = all[i]; });
	}
}
template <typename K, typename I, typename F> void sort_by_key(on_device p, K a, K b, I values, F less)
{
	long n = b - a;
	if (n < 2) return;
	if constexpr (contiguous<K>::value && contiguous<I>::value) sort_arrays(p, n, &at(a, 0), &at(values, 0), less);
	else {
		buffer<value<K>> room(n);
		buffer<value<I>> space(n);
		value<K> *keys = room.p;
		value<I> *all = space.p;
		copy_each(p, n, [=] __device__(long i) { keys[i] = at(a, i); all[i] = at(values, i); });
		sort_arrays(p, n, keys, all, less);
		copy_each(p, n, [=] __device__(long i) { at(a, i) = keys[i]; at(values, i) = all[i]; });
	}
}
// On the host: merging, too.
template <typename K, typename V, typename F> void sort_host(long n, K *keys, V *values, F less)
{
	K *k = keys, *ok = (K *)__sys_calloc(n + 1, sizeof(K)), *spare = ok;
	V *v = values, *ov = (V *)__sys_calloc(n + 1, sizeof(V)), *rest = ov;
	for (long width = 1; width < n; width *= 2) {
		for (long begin = 0; begin < n; begin += 2 * width) {
			long i = begin, middle = begin + width < n ? begin + width : n, j = middle, end = begin + 2 * width < n ? begin + 2 * width : n;
			for (long at = begin; at < end; at++) {
				long from = i < middle && (j == end || !less(k[j], k[i])) ? i++ : j++;
				ok[at] = k[from];
				ov[at] = v[from];
			}
		}
		K *was = k;
		k = ok;
		ok = was;
		V *had = v;
		v = ov;
		ov = had;
	}
	if (k != keys)
		for (long i = 0; i < n; i++) {
			keys[i] = k[i];
			values[i] = v[i];
		}
	__sys_free(spare);
	__sys_free(rest);
}
template <typename K, typename I, typename F> void sort_by_key(on_host, K a, K b, I values, F less)
{
	long n = b - a;
	value<K> *keys = (value<K> *)__sys_calloc(n + 1, sizeof(value<K>));
	value<I> *all = (value<I> *)__sys_calloc(n + 1, sizeof(value<I>));
	for (long i = 0; i < n; i++) {
		keys[i] = *(a + i);
		all[i] = *(values + i);
	}
	sort_host(n, keys, all, less);
	for (long i = 0; i < n; i++) {
		*(a + i) = keys[i];
		*(values + i) = all[i];
	}
	__sys_free(keys);
	__sys_free(all);
}
template <typename I, typename F> void sort(on_host p, I a, I b, F less)
{
	char *none = (char *)__sys_calloc(b - a + 1, 1L);
	sort_by_key(p, a, b, none, less);
	__sys_free(none);
}
template <typename P, typename I> void sort(P p, I a, I b) { sort(p, a, b, thrust::less<value<I>>()); }
template <typename P, typename I, typename... F> void stable_sort(P p, I a, I b, F... less) { sort(p, a, b, less...); }
template <typename P, typename K, typename I> void sort_by_key(P p, K a, K b, I values) { sort_by_key(p, a, b, values, thrust::less<value<K>>()); }
template <typename P, typename K, typename I, typename... F> void stable_sort_by_key(P p, K a, K b, I values, F... less) { sort_by_key(p, a, b, values, less...); }
}
#define THRUST_ALGORITHM(NAME) \
	template <typename A, typename... B> auto NAME(A a, B... b) { \
		if constexpr (detail::is_policy<A>::value) return detail::NAME(a, b...); \
		else return detail::NAME(detail::where<A, B...>(), a, b...); \
	}
THRUST_ALGORITHM(sort)
THRUST_ALGORITHM(stable_sort)
THRUST_ALGORITHM(sort_by_key)
THRUST_ALGORITHM(stable_sort_by_key)
#undef THRUST_ALGORITHM
}

// CUB's algorithms over the whole device, with the kernels of Thrust. The first call, without storage, says how much it wants; what the algorithms
// need besides they take themselves.
namespace cub {
template <typename T> struct DoubleBuffer {
	T *d_buffers[2];
	int selector;
	DoubleBuffer(T *current, T *other) : selector(0)
	{
		d_buffers[0] = current;
		d_buffers[1] = other;
	}
	T *Current() { return d_buffers[selector]; }
	T *Alternate() { return d_buffers[1 - selector]; }
};
namespace device {
inline bool asks(void *storage, size_t &bytes)
{
	if (!storage) bytes = 1;
	return !storage;
}
inline thrust::detail::on_device on(cudaStream_t s)
{
	thrust::detail::on_device p = {s};
	return p;
}
template <typename T> struct least { __host__ __device__ T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
template <typename T> struct most { __host__ __device__ T operator()(const T &a, const T &b) const { return a < b ? b : a; } };
// The element that a reduction of n elements begins with is the first one, so that no neutral one is needed.
template <typename T, typename I, typename F> __global__ void cub_reduce(long n, I in, T *to, F f, T first, bool begins)
{
	__shared__ __align__(16) char room[thrust::detail::THREADS * sizeof(T)];
	T mine;
	for (long i = threadIdx.x; i < n; i += thrust::detail::THREADS) mine = i == threadIdx.x ? (T)thrust::detail::at(in, i) : f(mine, (T)thrust::detail::at(in, i));
	mine = thrust::detail::reduced(mine, n < thrust::detail::THREADS ? (int)n : thrust::detail::THREADS, (T *)room, f);
	if (threadIdx.x == 0) *to = begins ? f(first, mine) : mine;
}
template <typename T, typename I, typename O, typename F> cudaError_t reduce(I in, O out, long n, F f, T first, bool begins, cudaStream_t stream)
{
	if (n <= 0) {
		if (begins) thrust::detail::fill(on(stream), out, out + 1, first);
		return cudaGetLastError();
	}
	int grid = (int)(n < 8 * 256 * 256L ? (n + 8 * 256 - 1) / (8 * 256) : 256);
	thrust::detail::buffer<T> parts(grid + 1);
	if (grid > 1) {
		thrust::detail::thrust_reduce<T><<<grid, 256, 0, stream>>>(n, in, parts.p + 1, first, false, f);
		cub_reduce<T><<<1, 256, 0, stream>>>((long)grid, (const T *)parts.p + 1, parts.p, f, first, begins);
	} else cub_reduce<T><<<1, 256, 0, stream>>>(n, in, parts.p, f, first, begins);
	thrust::detail::copy_each(on(stream), 1, [p = parts.p, out] __device__(long i) { thrust::detail::at(out, i) = p[i]; });
	return cudaGetLastError();
}
template <typename O> void tell(O out, long n, cudaStream_t stream) { thrust::detail::fill(on(stream), out, out + 1, (thrust::detail::value<O>)n); }
}
struct DeviceReduce {
	template <typename I, typename O, typename F, typename T> static cudaError_t Reduce(void *storage, size_t &bytes, I in, O out, int n, F f, T first, cudaStream_t stream = 0)
	{
		return device::asks(storage, bytes) ? cudaSuccess : device::reduce<T>(in, out, n, f, first, true, stream);
	}
	template <typename I, typename O> static cudaError_t Sum(void *storage, size_t &bytes, I in, O out, int n, cudaStream_t stream = 0)
	{
		typedef thrust::detail::value<O> T;
		return device::asks(storage, bytes) ? cudaSuccess : device::reduce<T>(in, out, n, thrust::plus<T>(), T(), true, stream);
	}
	template <typename I, typename O> static cudaError_t Min(void *storage, size_t &bytes, I in, O out, int n, cudaStream_t stream = 0)
	{
		typedef thrust::detail::value<I> T;
		return device::asks(storage, bytes) ? cudaSuccess : device::reduce<T>(in, out, n, device::least<T>(), T(), false, stream);
	}
	template <typename I, typename O> static cudaError_t Max(void *storage, size_t &bytes, I in, O out, int n, cudaStream_t stream = 0)
	{
		typedef thrust::detail::value<I> T;
		return device::asks(storage, bytes) ? cudaSuccess : device::reduce<T>(in, out, n, device::most<T>(), T(), false, stream);
	}
};
struct DeviceScan {
	template <typename I, typename O> static cudaError_t InclusiveSum(void *storage, size_t &bytes, I in, O out, int n, cudaStream_t stream = 0)
	{
		if (!device::asks(storage, bytes)) thrust::detail::inclusive_scan(device::on(stream), in, in + n, out);
		return cudaGetLastError();
	}
	template <typename I, typename O> static cudaError_t ExclusiveSum(void *storage, size_t &bytes, I in, O out, int n, cudaStream_t stream = 0)
	{
		if (!device::asks(storage, bytes)) thrust::detail::exclusive_scan(device::on(stream), in, in + n, out);
		return cudaGetLastError();
	}
	template <typename I, typename O, typename F> static cudaError_t InclusiveScan(void *storage, size_t &bytes, I in, O out, F f, int n, cudaStream_t stream = 0)
	{
		if (!device::asks(storage, bytes)) thrust::detail::inclusive_scan(device::on(stream), in, in + n, out, f);
		return cudaGetLastError();
	}
	template <typename I, typename O, typename F, typename T> static cudaError_t ExclusiveScan(void *storage, size_t &bytes, I in, O out, F f, T first, int n, cudaStream_t stream = 0)
	{
		if (!device::asks(storage, bytes)) thrust::detail::exclusive_scan(device::on(stream), in, in + n, out, first, f);
		return cudaGetLastError();
	}
};
struct DeviceRadixSort {
	template <typename K> static cudaError_t keys(void *storage, size_t &bytes, const K *in, K *out, int n, int from, int to, cudaStream_t stream, bool down)
	{
		if (device::asks(storage, bytes)) return cudaSuccess;
		thrust::detail::buffer<K> other(n);
		cudaMemcpyAsync(out, in, n * sizeof(K), cudaMemcpyDeviceToDevice, stream);
		thrust::detail::radix_sort(device::on(stream), (long)n, out, (thrust::detail::nothing *)0, other.p, (thrust::detail::nothing *)0, from, to, down);
		return cudaGetLastError();
	}
	template <typename K, typename V> static cudaError_t pairs(void *storage, size_t &bytes, const K *in, K *out, const V *values, V *to_values, int n, int from, int to, cudaStream_t stream, bool down)
	{
		if (device::asks(storage, bytes)) return cudaSuccess;
		thrust::detail::buffer<K> other(n);
		thrust::detail::buffer<V> others(n);
		cudaMemcpyAsync(out, in, n * sizeof(K), cudaMemcpyDeviceToDevice, stream);
		cudaMemcpyAsync(to_values, values, n * sizeof(V), cudaMemcpyDeviceToDevice, stream);
		thrust::detail::radix_sort(device::on(stream), (long)n, out, to_values, other.p, others.p, from, to, down);
		return cudaGetLastError();
	}
	template <typename K> static cudaError_t SortKeys(void *s, size_t &b, const K *in, K *out, int n, int from = 0, int to = sizeof(K) * 8, cudaStream_t stream = 0) { return keys(s, b, in, out, n, from, to, stream, false); }
	template <typename K> static cudaError_t SortKeysDescending(void *s, size_t &b, const K *in, K *out, int n, int from = 0, int to = sizeof(K) * 8, cudaStream_t stream = 0) { return keys(s, b, in, out, n, from, to, stream, true); }
	template <typename K, typename V> static cudaError_t SortPairs(void *s, size_t &b, const K *in, K *out, const V *v, V *w, int n, int from = 0, int to = sizeof(K) * 8, cudaStream_t stream = 0) { return pairs(s, b, in, out, v, w, n, from, to, stream, false); }
	template <typename K, typename V> static cudaError_t SortPairsDescending(void *s, size_t &b, const K *in, K *out, const V *v, V *w, int n, int from = 0, int to = sizeof(K) * 8, cudaStream_t stream = 0) { return pairs(s, b, in, out, v, w, n, from, to, stream, true); }
	template <typename K> static cudaError_t SortKeys(void *s, size_t &b, DoubleBuffer<K> &k, int n, int from = 0, int to = sizeof(K) * 8, cudaStream_t stream = 0)
	{
		cudaError_t e = keys(s, b, (const K *)k.Current(), k.Alternate(), n, from, to, stream, false);
		if (s) k.selector = 1 - k.selector;
		return e;
	}
	template <typename K, typename V> static cudaError_t SortPairs(void *s, size_t &b, DoubleBuffer<K> &k, DoubleBuffer<V> &v, int n, int from = 0, int to = sizeof(K) * 8, cudaStream_t stream = 0)
	{
		cudaError_t e = pairs(s, b, (const K *)k.Current(), k.Alternate(), (const V *)v.Current(), v.Alternate(), n, from, to, stream, false);
		if (s) k.selector = 1 - k.selector, v.selector = 1 - v.selector;
		return e;
	}
};
struct DeviceSelect {
	template <typename I, typename O, typename N, typename C> static cudaError_t If(void *storage, size_t &bytes, I in, O out, N count, int n, C test, cudaStream_t stream = 0)
	{
		if (!device::asks(storage, bytes)) device::tell(count, thrust::detail::copy_if(device::on(stream), in, in + n, in, out, test) - out, stream);
		return cudaGetLastError();
	}
	template <typename I, typename S, typename O, typename N> static cudaError_t Flagged(void *storage, size_t &bytes, I in, S flags, O out, N count, int n, cudaStream_t stream = 0)
	{
		if (!device::asks(storage, bytes)) device::tell(count, thrust::detail::selected(device::on(stream), n, in, out, [=] __device__(long i) { return (bool)thrust::detail::at(flags, i); }) - out, stream);
		return cudaGetLastError();
	}
	template <typename I, typename O, typename N> static cudaError_t Unique(void *storage, size_t &bytes, I in, O out, N count, int n, cudaStream_t stream = 0)
	{
		if (!device::asks(storage, bytes)) device::tell(count, thrust::detail::unique_copy(device::on(stream), in, in + n, out) - out, stream);
		return cudaGetLastError();
	}
};
struct DeviceRunLengthEncode {
	template <typename I, typename O, typename L, typename N> static cudaError_t Encode(void *storage, size_t &bytes, I in, O out, L lengths, N count, int n, cudaStream_t stream = 0)
	{
		if (!device::asks(storage, bytes))
			device::tell(count, thrust::detail::reduce_by_key(device::on(stream), in, in + n, thrust::constant_iterator<int>(1), out, lengths).first - out, stream);
		return cudaGetLastError();
	}
};
struct DeviceHistogram {
	// levels - 1 bins of the same width from the lower to the upper bound; other samples do not count.
	template <typename I, typename C, typename L> static cudaError_t HistogramEven(void *storage, size_t &bytes, I samples, C *counts, int levels, L lower, L upper, int n, cudaStream_t stream = 0)
	{
		if (device::asks(storage, bytes)) return cudaSuccess;
		int bins = levels - 1;
		cudaMemsetAsync(counts, 0, bins * sizeof(C), stream);
		thrust::detail::for_each_each(device::on(stream), n, [=] __device__(long i) {
			L x = (L)thrust::detail::at(samples, i);
			if (x >= lower && x < upper) {
				int bin = (int)((x - lower) * (L)bins / (upper - lower));
				atomicAdd(&counts[bin < bins ? bin : bins - 1], (C)1);
			}
		});
		return cudaGetLastError();
	}
};
}

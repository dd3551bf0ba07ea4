// What <cub/cub.cuh> declares for the threads of a block and of a warp, after the documentation of CUB ("Warp-level
// Primitives", "Block-level Primitives"). The algorithms are those that it describes, written plainly: reductions by
// shuffles and a thread that adds up what the warps have, scans by shuffles and every thread adding up the warps before
// its own, sorting by digits that are counted in shared memory. Where an algorithm can be chosen, loads, stores and
// exchanges are as it says; the others are the same for every choice.

struct cub::NullType {};
struct cub::Sum { template <typename T> __device__ T operator()(const T &a, const T &b) const { return a + b; } };
struct cub::Difference { template <typename T> __device__ T operator()(const T &a, const T &b) const { return a - b; } };
struct cub::Max { template <typename T> __device__ T operator()(const T &a, const T &b) const { return a < b ? b : a; } };
struct cub::Min { template <typename T> __device__ T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
struct cub::Equality { template <typename T> __device__ bool operator()(const T &a, const T &b) const { return a == b; } };
struct cub::Inequality { template <typename T> __device__ bool operator()(const T &a, const T &b) const { return !(a == b); } };
template <typename K, typename V> struct cub::KeyValuePair { K key; V value; };
struct cub::ArgMax {
	template <typename P> __device__ P operator()(const P &a, const P &b) const { return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a; }
};
struct cub::ArgMin {
	template <typename P> __device__ P operator()(const P &a, const P &b) const { return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a; }
};
__device__ inline unsigned cub::LaneId() { return __nvvm_read_ptx_sreg_laneid(); }
__device__ inline int cub::RowMajorTid(int x, int y, int z) {
	return (z > 1 ? threadIdx.z * y : 0) * x + (y > 1 ? threadIdx.y * x : 0) + threadIdx.x;
}
// How many threads of a block a warp has, and their lanes.
__device__ inline int cub::threads_of(int threads, int warp) { return threads % 32 == 0 || threads - warp * 32 > 32 ? 32 : threads - warp * 32; }
__device__ inline unsigned cub::mask_of(int threads, int warp) {
	return threads % 32 == 0 || threads - warp * 32 >= 32 ? 0xffffffffu : (1u << (threads & 31)) - 1;
}
// The lanes of a part of a warp.
__device__ inline unsigned cub::lanes_of(int threads) {
	return threads == 32 ? 0xffffffffu : ((1u << (threads & 31)) - 1) << (__nvvm_read_ptx_sreg_laneid() & ~(threads - 1));
}

template <typename T, int THREADS = 32> struct cub::WarpReduce {
	static_assert(THREADS > 0 && THREADS <= 32 && (THREADS & (THREADS - 1)) == 0, "a warp of cub::WarpReduce has 1, 2, 4, 8, 16 or 32 threads here");
	struct TempStorage { char unused; };
	__device__ cub::WarpReduce(TempStorage &) {}
	template <typename F> __device__ T Reduce(T v, F op, int valid = THREADS) {
		unsigned lane = __nvvm_read_ptx_sreg_laneid() & (THREADS - 1);
		for (int by = 1; by < THREADS; by *= 2) {
			T other = __shfl_any(2, cub::lanes_of(THREADS), v, by, THREADS);
			if (lane + by < valid) v = op(v, other);
		}
		return v;
	}
	__device__ T Sum(T v, int valid = THREADS) { return Reduce(v, cub::Sum(), valid); }
};

template <typename T, int THREADS = 32> struct cub::WarpScan {
	static_assert(THREADS > 0 && THREADS <= 32 && (THREADS & (THREADS - 1)) == 0, "a warp of cub::WarpScan has 1, 2, 4, 8, 16 or 32 threads here");
	struct TempStorage { char unused; };
	__device__ cub::WarpScan(TempStorage &) {}
	__device__ T Broadcast(T v, unsigned lane) { return __shfl_any(0, cub::lanes_of(THREADS), v, lane, THREADS); }
	template <typename F> __device__ void InclusiveScan(T v, T &out, F op) {
		unsigned lane = __nvvm_read_ptx_sreg_laneid() & (THREADS - 1);
		for (int by = 1; by < THREADS; by *= 2) {
			T other = __shfl_any(1, cub::lanes_of(THREADS), v, by, THREADS);
			if (lane >= by) v = op(other, v);
		}
		out = v;
	}
	template <typename F> __device__ void InclusiveScan(T v, T &out, F op, T &all) {
		InclusiveScan(v, out, op);
		all = Broadcast(out, THREADS - 1);
	}
	// Without an initial value the first thread's is not defined.
	template <typename F> __device__ void ExclusiveScan(T v, T &out, F op) {
		T inclusive;
		InclusiveScan(v, inclusive, op);
		out = __shfl_any(1, cub::lanes_of(THREADS), inclusive, 1, THREADS);
	}
	template <typename F> __device__ void ExclusiveScan(T v, T &out, T first, F op) {
		ExclusiveScan(v, out, op);
		out = (__nvvm_read_ptx_sreg_laneid() & (THREADS - 1)) == 0 ? first : op(first, out);
	}
	template <typename F> __device__ void ExclusiveScan(T v, T &out, T first, F op, T &all) {
		T inclusive;
		InclusiveScan(v, inclusive, op, all);
		out = __shfl_any(1, cub::lanes_of(THREADS), inclusive, 1, THREADS);
		out = (__nvvm_read_ptx_sreg_laneid() & (THREADS - 1)) == 0 ? first : op(first, out);
	}
	__device__ void InclusiveSum(T v, T &out) { InclusiveScan(v, out, cub::Sum()); }
	__device__ void InclusiveSum(T v, T &out, T &all) { InclusiveScan(v, out, cub::Sum(), all); }
	__device__ void ExclusiveSum(T v, T &out) { ExclusiveScan(v, out, (T)0, cub::Sum()); }
	__device__ void ExclusiveSum(T v, T &out, T &all) { ExclusiveScan(v, out, (T)0, cub::Sum(), all); }
};

enum cub::BlockReduceAlgorithm { cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, cub::BLOCK_REDUCE_RAKING, cub::BLOCK_REDUCE_WARP_REDUCTIONS };
template <typename T, int X, cub::BlockReduceAlgorithm ALGORITHM = cub::BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1> struct cub::BlockReduce {
	static constexpr int THREADS = X * Y * Z;
	static constexpr int WARPS = (THREADS + 31) / 32;
	struct TempStorage { T warps[WARPS]; };
	TempStorage &temp;
	__device__ cub::BlockReduce(TempStorage &t) : temp(t) {}
	// The first thread has the result.
	template <typename F> __device__ T Reduce(T v, F op, int valid) {
		int thread = cub::RowMajorTid(X, Y, Z), warp = thread / 32, lane = thread % 32;
		int lanes = valid - warp * 32;
		unsigned mask = cub::mask_of(THREADS, warp);
		for (int by = 1; by < 32; by *= 2) {
			T other = __shfl_any(2, mask, v, by, 32);
			if (lane + by < lanes) v = op(v, other);
		}
		if (WARPS > 1) {
			if (lane == 0) temp.warps[warp] = v;
			__syncthreads();
			if (thread == 0)
				for (int w = 1; w < WARPS; w++)
					if (w * 32 < valid) v = op(v, temp.warps[w]);
		}
		return v;
	}
	template <typename F> __device__ T Reduce(T v, F op) { return Reduce(v, op, THREADS); }
	template <int N, typename F> __device__ T Reduce(T (&items)[N], F op) {
		T v = items[0];
		for (int i = 1; i < N; i++) v = op(v, items[i]);
		return Reduce(v, op, THREADS);
	}
	__device__ T Sum(T v) { return Reduce(v, cub::Sum(), THREADS); }
	__device__ T Sum(T v, int valid) { return Reduce(v, cub::Sum(), valid); }
	template <int N> __device__ T Sum(T (&items)[N]) { return Reduce(items, cub::Sum()); }
};

enum cub::BlockScanAlgorithm { cub::BLOCK_SCAN_RAKING, cub::BLOCK_SCAN_RAKING_MEMOIZE, cub::BLOCK_SCAN_WARP_SCANS };
template <typename T, int X, cub::BlockScanAlgorithm ALGORITHM = cub::BLOCK_SCAN_RAKING, int Y = 1, int Z = 1> struct cub::BlockScan {
	static constexpr int THREADS = X * Y * Z;
	static constexpr int WARPS = (THREADS + 31) / 32;
	struct TempStorage { T warps[WARPS]; T prefix; };
	TempStorage &temp;
	__device__ cub::BlockScan(TempStorage &t) : temp(t) {}

	// What comes before the thread, which the first one has none of, and all of the block.
	template <typename F> __device__ T before(T v, F op, T &all) {
		int thread = cub::RowMajorTid(X, Y, Z), warp = thread / 32, lane = thread % 32;
		unsigned mask = cub::mask_of(THREADS, warp);
		for (int by = 1; by < 32; by *= 2) {
			T other = __shfl_any(1, mask, v, by, 32);
			if (lane >= by) v = op(other, v);
		}
		if (lane == cub::threads_of(THREADS, warp) - 1) temp.warps[warp] = v;
		T mine = __shfl_any(1, mask, v, 1, 32);
		__syncthreads();
		T sum = temp.warps[0];
		for (int w = 1; w < WARPS; w++) {
			if (warp == w) mine = lane == 0 ? sum : op(sum, mine);
			sum = op(sum, temp.warps[w]);
		}
		all = sum;
		return mine;
	}

	template <typename F> __device__ void InclusiveScan(T v, T &out, F op, T &all) {
		T mine = before(v, op, all);
		out = cub::RowMajorTid(X, Y, Z) == 0 ? v : op(mine, v);
	}
	template <typename F> __device__ void InclusiveScan(T v, T &out, F op) {
		T all;
		InclusiveScan(v, out, op, all);
	}
	template <typename F> __device__ void ExclusiveScan(T v, T &out, T first, F op, T &all) {
		T mine = before(v, op, all);
		out = cub::RowMajorTid(X, Y, Z) == 0 ? first : op(first, mine);
	}
	template <typename F> __device__ void ExclusiveScan(T v, T &out, T first, F op) {
		T all;
		ExclusiveScan(v, out, first, op, all);
	}
	template <typename F> __device__ void ExclusiveScan(T v, T &out, F op) {
		T all;
		out = before(v, op, all);
	}
	template <int N, typename F> __device__ void InclusiveScan(T (&in)[N], T (&out)[N], F op, T &all) {
		T sum = in[0];
		for (int i = 1; i < N; i++) sum = op(sum, in[i]);
		T mine = before(sum, op, all), next = cub::RowMajorTid(X, Y, Z) == 0 ? in[0] : op(mine, in[0]);
		for (int i = 0; i < N; i++) {
			T old = next;
			if (i + 1 < N) next = op(next, in[i + 1 < N ? i + 1 : i]);
			out[i] = old;
		}
	}
	template <int N, typename F> __device__ void InclusiveScan(T (&in)[N], T (&out)[N], F op) {
		T all;
		InclusiveScan(in, out, op, all);
	}
	template <int N, typename F> __device__ void ExclusiveScan(T (&in)[N], T (&out)[N], T first, F op, T &all) {
		T sum = in[0];
		for (int i = 1; i < N; i++) sum = op(sum, in[i]);
		T mine = before(sum, op, all), next = cub::RowMajorTid(X, Y, Z) == 0 ? first : op(first, mine);
		for (int i = 0; i < N; i++) {
			T old = next;
			next = op(next, in[i]);
			out[i] = old;
		}
	}
	template <int N, typename F> __device__ void ExclusiveScan(T (&in)[N], T (&out)[N], T first, F op) {
		T all;
		ExclusiveScan(in, out, first, op, all);
	}
	__device__ void InclusiveSum(T v, T &out) { InclusiveScan(v, out, cub::Sum()); }
	__device__ void InclusiveSum(T v, T &out, T &all) { InclusiveScan(v, out, cub::Sum(), all); }
	__device__ void ExclusiveSum(T v, T &out) { ExclusiveScan(v, out, (T)0, cub::Sum()); }
	__device__ void ExclusiveSum(T v, T &out, T &all) { ExclusiveScan(v, out, (T)0, cub::Sum(), all); }
	template <int N> __device__ void InclusiveSum(T (&in)[N], T (&out)[N]) { InclusiveScan(in, out, cub::Sum()); }
	template <int N> __device__ void InclusiveSum(T (&in)[N], T (&out)[N], T &all) { InclusiveScan(in, out, cub::Sum(), all); }
	template <int N> __device__ void ExclusiveSum(T (&in)[N], T (&out)[N]) { ExclusiveScan(in, out, (T)0, cub::Sum()); }
	template <int N> __device__ void ExclusiveSum(T (&in)[N], T (&out)[N], T &all) { ExclusiveScan(in, out, (T)0, cub::Sum(), all); }
};

template <typename T, int X, int ITEMS, bool WARP_TIME_SLICING = false, int Y = 1, int Z = 1> struct cub::BlockExchange {
	static constexpr int THREADS = X * Y * Z;
	struct TempStorage { T items[THREADS * ITEMS]; };
	TempStorage &temp;
	__device__ cub::BlockExchange(TempStorage &t) : temp(t) {}
	__device__ static int blocked(int i) { return cub::RowMajorTid(X, Y, Z) * ITEMS + i; }
	__device__ static int striped(int i) { return cub::RowMajorTid(X, Y, Z) + i * THREADS; }
	__device__ static int warp_striped(int i) {
		int thread = cub::RowMajorTid(X, Y, Z), warp = thread / 32;
		return warp * 32 * ITEMS + thread % 32 + i * cub::threads_of(THREADS, warp);
	}
	__device__ void BlockedToStriped(T (&in)[ITEMS], T (&out)[ITEMS]) {
		for (int i = 0; i < ITEMS; i++) temp.items[blocked(i)] = in[i];
		__syncthreads();
		for (int i = 0; i < ITEMS; i++) out[i] = temp.items[striped(i)];
	}
	__device__ void StripedToBlocked(T (&in)[ITEMS], T (&out)[ITEMS]) {
		for (int i = 0; i < ITEMS; i++) temp.items[striped(i)] = in[i];
		__syncthreads();
		for (int i = 0; i < ITEMS; i++) out[i] = temp.items[blocked(i)];
	}
	__device__ void BlockedToWarpStriped(T (&in)[ITEMS], T (&out)[ITEMS]) {
		for (int i = 0; i < ITEMS; i++) temp.items[blocked(i)] = in[i];
		__syncwarp();
		for (int i = 0; i < ITEMS; i++) out[i] = temp.items[warp_striped(i)];
	}
	__device__ void WarpStripedToBlocked(T (&in)[ITEMS], T (&out)[ITEMS]) {
		for (int i = 0; i < ITEMS; i++) temp.items[warp_striped(i)] = in[i];
		__syncwarp();
		for (int i = 0; i < ITEMS; i++) out[i] = temp.items[blocked(i)];
	}
	template <typename R> __device__ void ScatterToBlocked(T (&in)[ITEMS], T (&out)[ITEMS], R (&ranks)[ITEMS]) {
		for (int i = 0; i < ITEMS; i++) temp.items[ranks[i]] = in[i];
		__syncthreads();
		for (int i = 0; i < ITEMS; i++) out[i] = temp.items[blocked(i)];
	}
	template <typename R> __device__ void ScatterToStriped(T (&in)[ITEMS], T (&out)[ITEMS], R (&ranks)[ITEMS]) {
		for (int i = 0; i < ITEMS; i++) temp.items[ranks[i]] = in[i];
		__syncthreads();
		for (int i = 0; i < ITEMS; i++) out[i] = temp.items[striped(i)];
	}
	__device__ void BlockedToStriped(T (&items)[ITEMS]) { BlockedToStriped(items, items); }
	__device__ void StripedToBlocked(T (&items)[ITEMS]) { StripedToBlocked(items, items); }
	__device__ void BlockedToWarpStriped(T (&items)[ITEMS]) { BlockedToWarpStriped(items, items); }
	__device__ void WarpStripedToBlocked(T (&items)[ITEMS]) { WarpStripedToBlocked(items, items); }
	template <typename R> __device__ void ScatterToBlocked(T (&items)[ITEMS], R (&ranks)[ITEMS]) { ScatterToBlocked(items, items, ranks); }
	template <typename R> __device__ void ScatterToStriped(T (&items)[ITEMS], R (&ranks)[ITEMS]) { ScatterToStriped(items, items, ranks); }
};

// Loads and stores: directly, as a thread has its items one behind the other; in stripes of the block; or in stripes
// of the block or of a warp that are exchanged in shared memory.
enum cub::BlockLoadAlgorithm {
	cub::BLOCK_LOAD_DIRECT, cub::BLOCK_LOAD_STRIPED, cub::BLOCK_LOAD_VECTORIZE, cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_LOAD_WARP_TRANSPOSE,
	cub::BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
template <typename T, int X, int ITEMS, cub::BlockLoadAlgorithm ALGORITHM = cub::BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1> struct cub::BlockLoad {
	typedef cub::BlockExchange<T, X, ITEMS, false, Y, Z> Exchange;
	struct TempStorage { T items[ALGORITHM >= cub::BLOCK_LOAD_TRANSPOSE ? X * Y * Z * ITEMS : 1]; };
	TempStorage &temp;
	__device__ cub::BlockLoad(TempStorage &t) : temp(t) {}
	__device__ static int place(int i) {
		return ALGORITHM == cub::BLOCK_LOAD_STRIPED || ALGORITHM == cub::BLOCK_LOAD_TRANSPOSE ? Exchange::striped(i) :
			ALGORITHM >= cub::BLOCK_LOAD_WARP_TRANSPOSE ? Exchange::warp_striped(i) : Exchange::blocked(i);
	}
	__device__ void exchange(T (&items)[ITEMS]) {
		if (ALGORITHM < cub::BLOCK_LOAD_TRANSPOSE) return;
		for (int i = 0; i < ITEMS; i++) temp.items[place(i)] = items[i];
		if (ALGORITHM == cub::BLOCK_LOAD_TRANSPOSE) __syncthreads();
		else __syncwarp();
		for (int i = 0; i < ITEMS; i++) items[i] = temp.items[Exchange::blocked(i)];
	}
	template <typename P> __device__ void Load(P from, T (&items)[ITEMS]) {
		for (int i = 0; i < ITEMS; i++) items[i] = from[place(i)];
		exchange(items);
	}
	template <typename P> __device__ void Load(P from, T (&items)[ITEMS], int valid) {
		for (int i = 0; i < ITEMS; i++)
			if (place(i) < valid) items[i] = from[place(i)];
		exchange(items);
	}
	template <typename P, typename D> __device__ void Load(P from, T (&items)[ITEMS], int valid, D rest) {
		for (int i = 0; i < ITEMS; i++) items[i] = place(i) < valid ? from[place(i)] : (T)rest;
		exchange(items);
	}
};
enum cub::BlockStoreAlgorithm {
	cub::BLOCK_STORE_DIRECT, cub::BLOCK_STORE_STRIPED, cub::BLOCK_STORE_VECTORIZE, cub::BLOCK_STORE_TRANSPOSE, cub::BLOCK_STORE_WARP_TRANSPOSE,
	cub::BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};
template <typename T, int X, int ITEMS, cub::BlockStoreAlgorithm ALGORITHM = cub::BLOCK_STORE_DIRECT, int Y = 1, int Z = 1> struct cub::BlockStore {
	typedef cub::BlockExchange<T, X, ITEMS, false, Y, Z> Exchange;
	struct TempStorage { T items[ALGORITHM >= cub::BLOCK_STORE_TRANSPOSE ? X * Y * Z * ITEMS : 1]; };
	TempStorage &temp;
	__device__ cub::BlockStore(TempStorage &t) : temp(t) {}
	__device__ static int place(int i) {
		return ALGORITHM == cub::BLOCK_STORE_STRIPED || ALGORITHM == cub::BLOCK_STORE_TRANSPOSE ? Exchange::striped(i) :
			ALGORITHM >= cub::BLOCK_STORE_WARP_TRANSPOSE ? Exchange::warp_striped(i) : Exchange::blocked(i);
	}
	template <typename P> __device__ void Store(P to, T (&items)[ITEMS], int valid) {
		if (ALGORITHM >= cub::BLOCK_STORE_TRANSPOSE) {
			for (int i = 0; i < ITEMS; i++) temp.items[Exchange::blocked(i)] = items[i];
			if (ALGORITHM == cub::BLOCK_STORE_TRANSPOSE) __syncthreads();
			else __syncwarp();
		}
		for (int i = 0; i < ITEMS; i++)
			if (place(i) < valid) to[place(i)] = ALGORITHM >= cub::BLOCK_STORE_TRANSPOSE ? temp.items[place(i)] : items[i];
	}
	template <typename P> __device__ void Store(P to, T (&items)[ITEMS]) { Store(to, items, X * Y * Z * ITEMS); }
};

// A key as a whole number with the same order.
__device__ inline unsigned cub::ordered(unsigned char k) { return k; }
__device__ inline unsigned cub::ordered(unsigned short k) { return k; }
__device__ inline unsigned cub::ordered(unsigned k) { return k; }
__device__ inline unsigned long long cub::ordered(unsigned long k) { return k; }
__device__ inline unsigned long long cub::ordered(unsigned long long k) { return k; }
__device__ inline unsigned cub::ordered(bool k) { return k; }
__device__ inline unsigned cub::ordered(char k) { return (unsigned char)k ^ 0x80u; }
__device__ inline unsigned cub::ordered(short k) { return (unsigned short)k ^ 0x8000u; }
__device__ inline unsigned cub::ordered(int k) { return (unsigned)k ^ 0x80000000u; }
__device__ inline unsigned long long cub::ordered(long k) { return (unsigned long long)k ^ 0x8000000000000000ull; }
__device__ inline unsigned long long cub::ordered(long long k) { return (unsigned long long)k ^ 0x8000000000000000ull; }
__device__ inline unsigned cub::ordered(float k) {
	unsigned u = __float_as_uint(k);
	return u >> 31 ? ~u : u | 0x80000000u;
}
__device__ inline unsigned long long cub::ordered(double k) {
	unsigned long long u = (unsigned long long)__double_as_longlong(k);
	return u >> 63 ? ~u : u | 0x8000000000000000ull;
}

// Digit by digit, from the lowest: each thread counts its keys of each digit, the counts are added up digit by digit and
// within one thread by thread, and the keys go to the places that follow.
template <typename K, int X, int ITEMS, typename V = cub::NullType, int BITS = 4> struct cub::BlockRadixSort {
	static constexpr int DIGITS = 1 << BITS;
	typedef cub::BlockScan<unsigned, X> Scan;
	struct TempStorage {
		unsigned counts[DIGITS * X];
		unsigned warps[(X + 31) / 32 + 1];
		K keys[X * ITEMS];
		V values[X * ITEMS];
	};
	TempStorage &temp;
	__device__ cub::BlockRadixSort(TempStorage &t) : temp(t) {}
	__device__ unsigned digit(K key, int bit, int bits, bool descending) {
		unsigned d = (unsigned)(cub::ordered(key) >> bit) & ((1u << bits) - 1);
		return descending ? ((1u << bits) - 1) - d : d;
	}
	// The places of the keys by one digit.
	__device__ void ranks(K (&keys)[ITEMS], unsigned (&places)[ITEMS], int bit, int bits, bool descending) {
		unsigned thread = threadIdx.x;
		for (int d = 0; d < DIGITS; d++) temp.counts[d * X + thread] = 0;
		for (int i = 0; i < ITEMS; i++) places[i] = temp.counts[digit(keys[i], bit, bits, descending) * X + thread]++;
		__syncthreads();
		unsigned sum = 0;
		for (int d = 0; d < DIGITS; d++) sum += temp.counts[thread * DIGITS + d];
		typename Scan::TempStorage &scanned = *(typename Scan::TempStorage *)temp.warps;
		unsigned begin;
		Scan(scanned).ExclusiveSum(sum, begin);
		for (int d = 0; d < DIGITS; d++) {
			unsigned count = temp.counts[thread * DIGITS + d];
			temp.counts[thread * DIGITS + d] = begin;
			begin += count;
		}
		__syncthreads();
		for (int i = 0; i < ITEMS; i++) places[i] += temp.counts[digit(keys[i], bit, bits, descending) * X + thread];
	}
	__device__ void pass(K (&keys)[ITEMS], V (&values)[ITEMS], bool with, int bit, int bits, bool descending, bool striped) {
		unsigned places[ITEMS], thread = threadIdx.x;
		ranks(keys, places, bit, bits, descending);
		for (int i = 0; i < ITEMS; i++) {
			temp.keys[places[i]] = keys[i];
			if (with) temp.values[places[i]] = values[i];
		}
		__syncthreads();
		for (int i = 0; i < ITEMS; i++) {
			keys[i] = temp.keys[striped ? thread + i * X : thread * ITEMS + i];
			if (with) values[i] = temp.values[striped ? thread + i * X : thread * ITEMS + i];
		}
		__syncthreads();
	}
	__device__ void sort(K (&keys)[ITEMS], V (&values)[ITEMS], bool with, int from, int to, bool descending, bool striped) {
		for (int bit = from; bit < to; bit += BITS) pass(keys, values, with, bit, to - bit < BITS ? to - bit : BITS, descending, striped && bit + BITS >= to);
	}
	__device__ void Sort(K (&keys)[ITEMS], int from = 0, int to = sizeof(K) * 8) { V none[ITEMS]; sort(keys, none, false, from, to, false, false); }
	__device__ void SortDescending(K (&keys)[ITEMS], int from = 0, int to = sizeof(K) * 8) { V none[ITEMS]; sort(keys, none, false, from, to, true, false); }
	__device__ void SortBlockedToStriped(K (&keys)[ITEMS], int from = 0, int to = sizeof(K) * 8) { V none[ITEMS]; sort(keys, none, false, from, to, false, true); }
	__device__ void SortDescendingBlockedToStriped(K (&keys)[ITEMS], int from = 0, int to = sizeof(K) * 8) { V none[ITEMS]; sort(keys, none, false, from, to, true, true); }
	__device__ void Sort(K (&keys)[ITEMS], V (&values)[ITEMS], int from = 0, int to = sizeof(K) * 8) { sort(keys, values, true, from, to, false, false); }
	__device__ void SortDescending(K (&keys)[ITEMS], V (&values)[ITEMS], int from = 0, int to = sizeof(K) * 8) { sort(keys, values, true, from, to, true, false); }
	__device__ void SortBlockedToStriped(K (&keys)[ITEMS], V (&values)[ITEMS], int from = 0, int to = sizeof(K) * 8) { sort(keys, values, true, from, to, false, true); }
	__device__ void SortDescendingBlockedToStriped(K (&keys)[ITEMS], V (&values)[ITEMS], int from = 0, int to = sizeof(K) * 8) { sort(keys, values, true, from, to, true, true); }
};

enum cub::BlockHistogramAlgorithm { cub::BLOCK_HISTO_SORT, cub::BLOCK_HISTO_ATOMIC };
template <typename T, int X, int ITEMS, int BINS, cub::BlockHistogramAlgorithm ALGORITHM = cub::BLOCK_HISTO_SORT, int Y = 1, int Z = 1> struct cub::BlockHistogram {
	struct TempStorage { char unused; };
	__device__ cub::BlockHistogram(TempStorage &) {}
	template <typename C> __device__ void InitHistogram(C *counts) {
		for (int i = cub::RowMajorTid(X, Y, Z); i < BINS; i += X * Y * Z) counts[i] = 0;
	}
	template <typename C> __device__ void Composite(T (&items)[ITEMS], C *counts) {
		for (int i = 0; i < ITEMS; i++) atomicAdd(&counts[items[i]], (C)1);
	}
	template <typename C> __device__ void Histogram(T (&items)[ITEMS], C *counts) {
		InitHistogram(counts);
		__syncthreads();
		Composite(items, counts);
	}
};

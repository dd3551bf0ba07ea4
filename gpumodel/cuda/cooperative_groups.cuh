// What cooperative_groups.h, cooperative_groups/reduce.h and cooperative_groups/scan.h
// declare, up to the tile level, and __fns, after the CUDA C++ Programming Guide (section
// "Cooperative Groups"). A text that names something of it is read with these lines
// before its own.

namespace cg = cooperative_groups;

#define OF_ANY_TYPE(F) F(int) F(unsigned) F(long) F(unsigned long) F(long long) F(unsigned long long) F(float) F(double)

// All threads of the block.
struct cg::thread_block {
	__device__ void sync() const { __syncthreads(); }
	__device__ unsigned thread_rank() const { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
	__device__ unsigned size() const { return blockDim.x * blockDim.y * blockDim.z; }
	__device__ unsigned num_threads() const { return size(); }
	__device__ dim3 group_index() const { return blockIdx; }
	__device__ dim3 thread_index() const { return threadIdx; }
	__device__ dim3 dim_threads() const { return blockDim; }
	__device__ dim3 group_dim() const { return blockDim; }
};

__device__ cg::thread_block cg::this_thread_block() { return cg::thread_block{}; }

// N threads of a warp whose numbers follow one another.
template <unsigned N, typename Parent = void> struct cg::thread_block_tile {
	unsigned group, groups; // which of the parent's tiles it is, and how many there are
	__device__ unsigned first() const { return __nvvm_read_ptx_sreg_laneid() & ~(N - 1); }
	__device__ unsigned lanes() const { return N == 32 ? 0xffffffffu : ((1u << (N & 31)) - 1) << first(); }
	__device__ void sync() const { __syncwarp(lanes()); }
	__device__ unsigned thread_rank() const { return __nvvm_read_ptx_sreg_laneid() & (N - 1); }
	__device__ constexpr unsigned size() const { return N; }
	__device__ constexpr unsigned num_threads() const { return N; }
	__device__ unsigned meta_group_rank() const { return group; }
	__device__ unsigned meta_group_size() const { return groups; }
	__device__ int any(int p) const { return __any_sync(lanes(), p); }
	__device__ int all(int p) const { return __all_sync(lanes(), p); }
	__device__ unsigned ballot(int p) const { return N == 32 ? __ballot_sync(lanes(), p) : __ballot_sync(lanes(), p) >> first() & lanes() >> first(); }
#define EXCHANGES(T) \
	__device__ T shfl(T v, int rank) const { return __shfl_sync(lanes(), v, rank, N); } \
	__device__ T shfl_up(T v, unsigned by) const { return __shfl_up_sync(lanes(), v, by, N); } \
	__device__ T shfl_down(T v, unsigned by) const { return __shfl_down_sync(lanes(), v, by, N); } \
	__device__ T shfl_xor(T v, unsigned mask) const { return __shfl_xor_sync(lanes(), v, mask, N); } \
	__device__ unsigned match_any(T v) const { return __match_any_sync(lanes(), v) >> first(); } \
	__device__ unsigned match_all(T v, int &pred) const { return __match_all_sync(lanes(), v, &pred) >> first(); }
	OF_ANY_TYPE(EXCHANGES)
#undef EXCHANGES
};

// The lane of the set bit of mask that is number rank, from 0; -1 if there is none.
__device__ int cg::lane_of(unsigned mask, int rank) {
	for (; rank > 0; rank--) mask &= mask - 1;
	return __ffs(mask) - 1;
}

// The place of the set bit of mask that is number offset from base on, upwards or downwards.
__device__ unsigned __fns(unsigned mask, unsigned base, int offset) {
	int left = offset < 0 ? -offset : offset, step = offset < 0 ? -1 : 1;
	if (offset == 0) return mask >> (base & 31) & 1 ? base : 0xffffffffu;
	for (int at = base; at >= 0 && at < 32; at += step)
		if ((mask >> at & 1) != 0 && --left == 0) return at;
	return 0xffffffffu;
}

// The threads of a warp that came to one place together.
struct cg::coalesced_group {
	unsigned lanes;
	__device__ void sync() const { __syncwarp(lanes); }
	__device__ unsigned size() const { return __popc(lanes); }
	__device__ unsigned num_threads() const { return __popc(lanes); }
	__device__ unsigned thread_rank() const { return __popc(lanes & ((1u << __nvvm_read_ptx_sreg_laneid()) - 1)); }
	__device__ unsigned meta_group_rank() const { return 0; }
	__device__ unsigned meta_group_size() const { return 1; }
	__device__ int any(int p) const { return __any_sync(lanes, p); }
	__device__ int all(int p) const { return __all_sync(lanes, p); }
	__device__ unsigned ballot(int p) const { return pack(__ballot_sync(lanes, p)); }
	// The bits of the group's lanes, side by side.
	__device__ unsigned pack(unsigned bits) const {
		unsigned packed = 0, rank = 0;
		for (unsigned left = lanes; left != 0; left &= left - 1) packed |= (bits >> (__ffs(left) - 1) & 1) << rank++;
		return packed;
	}
#define EXCHANGES(T) \
	__device__ T shfl(T v, int rank) const { return __shfl_sync(lanes, v, cg::lane_of(lanes, rank)); } \
	__device__ T shfl_up(T v, unsigned by) const { \
		unsigned rank = thread_rank(); \
		return __shfl_sync(lanes, v, cg::lane_of(lanes, rank < by ? rank : rank - by)); \
	} \
	__device__ T shfl_down(T v, unsigned by) const { \
		unsigned rank = thread_rank(); \
		return __shfl_sync(lanes, v, cg::lane_of(lanes, rank + by < size() ? rank + by : rank)); \
	} \
	__device__ unsigned match_any(T v) const { return pack(__match_any_sync(lanes, v)); } \
	__device__ unsigned match_all(T v, int &pred) const { return pack(__match_all_sync(lanes, v, &pred)); }
	OF_ANY_TYPE(EXCHANGES)
#undef EXCHANGES
};

__device__ cg::coalesced_group cg::coalesced_threads() { return cg::coalesced_group{__activemask()}; }

// Threads of any group: of the block where lanes is 0.
struct cg::thread_group {
	unsigned lanes;
	__device__ cg::thread_group(cg::thread_block b) : lanes(0) {}
	__device__ cg::thread_group(cg::coalesced_group g) : lanes(g.lanes) {}
	__device__ cg::thread_group(cg::thread_block_tile<32> g) : lanes(g.lanes()) {}
	__device__ cg::thread_group(cg::thread_block_tile<16> g) : lanes(g.lanes()) {}
	__device__ cg::thread_group(cg::thread_block_tile<8> g) : lanes(g.lanes()) {}
	__device__ cg::thread_group(cg::thread_block_tile<4> g) : lanes(g.lanes()) {}
	__device__ cg::thread_group(cg::thread_block_tile<2> g) : lanes(g.lanes()) {}
	__device__ cg::thread_group(cg::thread_block_tile<1> g) : lanes(g.lanes()) {}
	__device__ void sync() const {
		if (lanes == 0) __syncthreads();
		else __syncwarp(lanes);
	}
	__device__ unsigned size() const { return lanes == 0 ? cg::this_thread_block().size() : __popc(lanes); }
	__device__ unsigned num_threads() const { return size(); }
	__device__ unsigned thread_rank() const {
		return lanes == 0 ? cg::this_thread_block().thread_rank() : __popc(lanes & ((1u << __nvvm_read_ptx_sreg_laneid()) - 1));
	}
};

template <unsigned N, typename G> __device__ cg::thread_block_tile<N> cg::tiled_partition(const G &parent) {
	static_assert(N == 1 || N == 2 || N == 4 || N == 8 || N == 16 || N == 32, "a tile has 1, 2, 4, 8, 16 or 32 threads: larger ones, which share memory, are not modelled");
	return cg::thread_block_tile<N>{parent.thread_rank() / N, (parent.size() + N - 1) / N};
}

__device__ cg::thread_group cg::tiled_partition(cg::thread_group parent, unsigned size) {
	unsigned rank = parent.thread_rank(), first = rank / size * size;
	cg::coalesced_group tile{parent.lanes};
	if (parent.lanes == 0) tile.lanes = (size < 32 ? (1u << size) - 1 : 0xffffffffu) << (first & 31);
	else tile.lanes = size < 32 ? ((1u << size) - 1) << cg::lane_of(parent.lanes, first) : parent.lanes;
	return cg::thread_group(tile);
}

// The threads of a group for which a value is the same.
template <unsigned N> __device__ cg::coalesced_group cg::binary_partition(const cg::thread_block_tile<N> &g, bool p) {
	unsigned yes = __ballot_sync(g.lanes(), p);
	return cg::coalesced_group{p ? yes : g.lanes() & ~yes};
}
__device__ cg::coalesced_group cg::binary_partition(const cg::coalesced_group &g, bool p) {
	unsigned yes = __ballot_sync(g.lanes, p);
	return cg::coalesced_group{p ? yes : g.lanes & ~yes};
}
template <unsigned N, typename T> __device__ cg::coalesced_group cg::labeled_partition(const cg::thread_block_tile<N> &g, T label) {
	return cg::coalesced_group{__match_any_sync(g.lanes(), label)};
}
template <typename T> __device__ cg::coalesced_group cg::labeled_partition(const cg::coalesced_group &g, T label) {
	return cg::coalesced_group{__match_any_sync(g.lanes, label)};
}

template <typename G> __device__ void cg::sync(const G &g) { g.sync(); }
template <typename G> __device__ unsigned cg::thread_rank(const G &g) { return g.thread_rank(); }
template <typename G> __device__ unsigned cg::group_size(const G &g) { return g.size(); }

template <typename T> struct cg::plus { __device__ T operator()(T a, T b) const { return a + b; } };
template <typename T> struct cg::less { __device__ T operator()(T a, T b) const { return b < a ? b : a; } };
template <typename T> struct cg::greater { __device__ T operator()(T a, T b) const { return a < b ? b : a; } };
template <typename T> struct cg::bit_and { __device__ T operator()(T a, T b) const { return a & b; } };
template <typename T> struct cg::bit_or { __device__ T operator()(T a, T b) const { return a | b; } };
template <typename T> struct cg::bit_xor { __device__ T operator()(T a, T b) const { return a ^ b; } };

template <unsigned N, typename T, typename F> __device__ T cg::reduce(const cg::thread_block_tile<N> &g, T v, F op) {
	for (int by = N / 2; by > 0; by /= 2) v = op(v, g.shfl_xor(v, by));
	return v;
}
template <typename T, typename F> __device__ T cg::reduce(const cg::coalesced_group &g, T v, F op) {
	unsigned rank = g.thread_rank(), n = g.size();
	for (unsigned by = 16; by > 0; by /= 2) {
		T other = g.shfl_down(v, by);
		if (rank < by && rank + by < n) v = op(v, other);
	}
	return g.shfl(v, 0);
}

template <typename G, typename T, typename F> __device__ T cg::inclusive_scan(const G &g, T v, F op) {
	for (unsigned by = 1; by < g.size(); by *= 2) {
		T other = g.shfl_up(v, by);
		if (g.thread_rank() >= by) v = op(other, v);
	}
	return v;
}
template <typename G, typename T> __device__ T cg::inclusive_scan(const G &g, T v) { return cg::inclusive_scan(g, v, cg::plus<T>()); }
template <typename G, typename T, typename F> __device__ T cg::exclusive_scan(const G &g, T v, F op) {
	T before = g.shfl_up(cg::inclusive_scan(g, v, op), 1);
	return g.thread_rank() == 0 ? T() : before;
}
template <typename G, typename T> __device__ T cg::exclusive_scan(const G &g, T v) { return cg::exclusive_scan(g, v, cg::plus<T>()); }

// What cooperative_groups.h, cooperative_groups/reduce.h, cooperative_groups/scan.h and
// cooperative_groups/memcpy_async.h declare, and __fns, after the CUDA C++ Programming Guide (section
// "Cooperative Groups"). A text that names something of it is read with these lines
// before its own.

namespace cg = cooperative_groups;

// Threads of any group: of the block where lanes is 0. As in CUDA a block is such a group, which a reference to one takes.
struct cg::thread_group {
	unsigned lanes;
	__device__ explicit cg::thread_group(unsigned lanes) : lanes(lanes) {}
	__device__ void sync() const {
		if (lanes == 0) __syncthreads();
		else __syncwarp(lanes);
	}
	__device__ unsigned size() const { return lanes == 0 ? blockDim.x * blockDim.y * blockDim.z : __popc(lanes); }
	__device__ unsigned num_threads() const { return size(); }
	__device__ unsigned thread_rank() const {
		return lanes == 0 ? (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x : __popc(lanes & ((1u << __nvvm_read_ptx_sreg_laneid()) - 1));
	}
};

// All threads of the block.
struct cg::thread_block : cg::thread_group {
	__device__ cg::thread_block() : cg::thread_group(0) {}
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

// Memory for tiles of several warps; the tiles here have their own, so that this takes a byte.
template <unsigned N = 1024> struct cg::block_tile_memory { char unused; };
template <unsigned N> __device__ cg::thread_block cg::this_thread_block(cg::block_tile_memory<N> &) { return cg::thread_block{}; }

// All threads of the grid, whose blocks have to be resident together. As in CUDA the first thread of a block
// arrives for it: the highest bit of the word changes when the last block has.
struct cg::grid_group {
	struct arrival_token { unsigned before; };
	__device__ arrival_token barrier_arrive() const {
		arrival_token token = {0};
		__syncthreads();
		if (threadIdx.x + threadIdx.y + threadIdx.z == 0) {
			__threadfence();
			token.before = atomicAdd(__grid_barrier(), blockIdx.x + blockIdx.y + blockIdx.z == 0 ? 0x80000001u - gridDim.x * gridDim.y * gridDim.z : 1u);
		}
		return token;
	}
	__device__ void barrier_wait(arrival_token token) const {
		if (threadIdx.x + threadIdx.y + threadIdx.z == 0) {
			while (((token.before ^ *(volatile unsigned *)__grid_barrier()) & 0x80000000u) == 0) {}
			__threadfence();
		}
		__syncthreads();
	}
	__device__ void sync() const { barrier_wait(barrier_arrive()); }
	__device__ bool is_valid() const { return true; }
	__device__ unsigned long long num_blocks() const { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
	__device__ unsigned long long block_rank() const { return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }
	__device__ unsigned long long size() const { return num_blocks() * (blockDim.x * blockDim.y * blockDim.z); }
	__device__ unsigned long long num_threads() const { return size(); }
	__device__ unsigned long long thread_rank() const {
		return block_rank() * (blockDim.x * blockDim.y * blockDim.z) + (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
	}
	__device__ dim3 group_dim() const { return gridDim; }
	__device__ dim3 dim_blocks() const { return gridDim; }
	__device__ dim3 dim_threads() const { return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z); }
	__device__ dim3 block_index() const { return blockIdx; }
	__device__ dim3 thread_index() const { return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y, blockIdx.z * blockDim.z + threadIdx.z); }
};
__device__ cg::grid_group cg::this_grid() { return cg::grid_group{}; }

// N threads of a warp whose numbers follow one another.
template <unsigned N, typename Parent = void> struct cg::thread_block_tile {
	static constexpr unsigned warps = 1;
	unsigned group, groups; // which of the parent's tiles it is, and how many there are
	__device__ operator cg::thread_block_tile<N, cg::thread_block>() const { return cg::thread_block_tile<N, cg::thread_block>{group, groups}; }
	__device__ operator cg::thread_group() const { return cg::thread_group(lanes()); }
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
	template <typename T> __device__ T shfl(T v, int rank) const { return __shfl_any(0, lanes(), v, rank, N); }
	template <typename T> __device__ T shfl_up(T v, unsigned by) const { return __shfl_any(1, lanes(), v, by, N); }
	template <typename T> __device__ T shfl_down(T v, unsigned by) const { return __shfl_any(2, lanes(), v, by, N); }
	template <typename T> __device__ T shfl_xor(T v, unsigned mask) const { return __shfl_any(3, lanes(), v, mask, N); }
	template <typename T> __device__ unsigned match_any(T v) const { return __match_any_sync(lanes(), v) >> first(); }
	template <typename T> __device__ unsigned match_all(T v, int &pred) const { return __match_all_sync(lanes(), v, &pred) >> first(); }
};

// A place in shared memory for each warp of the block.
template <typename T> __device__ T *cg::of_warps() {
	__shared__ T places[32];
	return places;
}

// Tiles of several warps. They meet at barriers of their own, of which FIRST is the first, and exchange values in shared memory.
#define CG_TILE(N, FIRST) \
	template <typename Parent> struct cg::thread_block_tile<N, Parent> { \
		unsigned group, groups; \
		static constexpr unsigned warps = N / 32; \
		__device__ operator cg::thread_block_tile<N, cg::thread_block>() const { return cg::thread_block_tile<N, cg::thread_block>{group, groups}; } \
		__device__ void sync() const { __tile_barrier(FIRST + cg::this_thread_block().thread_rank() / N, N); } \
		__device__ unsigned first_warp() const { return cg::this_thread_block().thread_rank() / N * warps; } \
		__device__ unsigned thread_rank() const { return cg::this_thread_block().thread_rank() % N; } \
		__device__ constexpr unsigned size() const { return N; } \
		__device__ constexpr unsigned num_threads() const { return N; } \
		__device__ unsigned meta_group_rank() const { return group; } \
		__device__ unsigned meta_group_size() const { return groups; } \
		template <typename T> __device__ T shfl(T v, int rank) const { \
			T *place = cg::of_warps<T>() + first_warp(); \
			if (thread_rank() == rank) *place = v; \
			sync(); \
			v = *place; \
			sync(); \
			return v; \
		} \
		template <typename T, typename F> __device__ T reduced(T v, F op) const { \
			T *places = cg::of_warps<T>() + first_warp(); \
			for (int by = 16; by > 0; by /= 2) v = op(v, __shfl_any(3, 0xffffffffu, v, by, 32)); \
			if (thread_rank() % 32 == 0) places[thread_rank() / 32] = v; \
			sync(); \
			v = places[0]; \
			for (int w = 1; w < warps; w++) v = op(v, places[w]); \
			sync(); \
			return v; \
		} \
		/* What comes before each thread; the first one has nothing, and keeps its own. */ \
		template <typename T, typename F> __device__ T before(T v, F op) const { \
			T *places = cg::of_warps<T>() + first_warp(), sum = v, all; \
			unsigned lane = thread_rank() % 32, warp = thread_rank() / 32; \
			for (unsigned by = 1; by < 32; by *= 2) { \
				T other = __shfl_any(1, 0xffffffffu, sum, by, 32); \
				if (lane >= by) sum = op(other, sum); \
			} \
			if (lane == 31) places[warp] = sum; \
			T mine = __shfl_any(1, 0xffffffffu, sum, 1, 32); \
			sync(); \
			all = places[0]; \
			for (int w = 1; w < warps; w++) { \
				if (warp == w) mine = lane == 0 ? all : op(all, mine); \
				all = op(all, places[w]); \
			} \
			sync(); \
			return mine; \
		} \
		__device__ int any(int p) const { return reduced((int)(p != 0), [](int a, int b) { return a | b; }); } \
		__device__ int all(int p) const { return reduced((int)(p != 0), [](int a, int b) { return a & b; }); } \
	};
CG_TILE(64, 0) CG_TILE(128, 16) CG_TILE(256, 24) CG_TILE(512, 28)
#undef CG_TILE

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
	static constexpr unsigned warps = 1;
	unsigned lanes;
	unsigned group = 0, groups = 1; // which of its parent's parts it is, and how many there are
	__device__ operator cg::thread_group() const { return cg::thread_group(lanes); }
	__device__ void sync() const { __syncwarp(lanes); }
	__device__ unsigned size() const { return __popc(lanes); }
	__device__ unsigned num_threads() const { return __popc(lanes); }
	__device__ unsigned thread_rank() const { return __popc(lanes & ((1u << __nvvm_read_ptx_sreg_laneid()) - 1)); }
	__device__ unsigned meta_group_rank() const { return group; }
	__device__ unsigned meta_group_size() const { return groups; }
	__device__ int any(int p) const { return __any_sync(lanes, p); }
	__device__ int all(int p) const { return __all_sync(lanes, p); }
	__device__ unsigned ballot(int p) const { return pack(__ballot_sync(lanes, p)); }
	// The bits of the group's lanes, side by side.
	__device__ unsigned pack(unsigned bits) const {
		unsigned packed = 0, rank = 0;
		for (unsigned left = lanes; left != 0; left &= left - 1) packed |= (bits >> (__ffs(left) - 1) & 1) << rank++;
		return packed;
	}
	template <typename T> __device__ T shfl(T v, int rank) const { return __shfl_any(0, lanes, v, cg::lane_of(lanes, rank), 32); }
	template <typename T> __device__ T shfl_up(T v, unsigned by) const {
		unsigned rank = thread_rank();
		return __shfl_any(0, lanes, v, cg::lane_of(lanes, rank < by ? rank : rank - by), 32);
	}
	template <typename T> __device__ T shfl_down(T v, unsigned by) const {
		unsigned rank = thread_rank();
		return __shfl_any(0, lanes, v, cg::lane_of(lanes, rank + by < size() ? rank + by : rank), 32);
	}
	template <typename T> __device__ unsigned match_any(T v) const { return pack(__match_any_sync(lanes, v)); }
	template <typename T> __device__ unsigned match_all(T v, int &pred) const { return pack(__match_all_sync(lanes, v, &pred)); }
};

__device__ cg::coalesced_group cg::coalesced_threads() { return cg::coalesced_group{__activemask()}; }

template <unsigned N, typename G> __device__ cg::thread_block_tile<N> cg::tiled_partition(const G &parent) {
	static_assert(N >= 1 && N <= 512 && (N & (N - 1)) == 0, "a tile has 1, 2, 4, 8, 16, 32, 64, 128, 256 or 512 threads");
	return cg::thread_block_tile<N>{parent.thread_rank() / N, (parent.size() + N - 1) / N};
}

__device__ cg::thread_group cg::tiled_partition(cg::thread_group parent, unsigned size) {
	unsigned rank = parent.thread_rank(), first = rank / size * size;
	cg::coalesced_group tile{parent.lanes};
	if (parent.lanes == 0) tile.lanes = (size < 32 ? (1u << size) - 1 : 0xffffffffu) << (first & 31);
	else tile.lanes = size < 32 ? ((1u << size) - 1) << cg::lane_of(parent.lanes, first) : parent.lanes;
	return cg::thread_group(tile.lanes);
}

__device__ cg::coalesced_group cg::tiled_partition(const cg::coalesced_group &parent, unsigned size) {
	unsigned rank = parent.thread_rank() / size, left = parent.lanes, tile = 0;
	for (unsigned i = 0; left != 0; left &= left - 1, i++)
		if (i / size == rank) tile |= left & -left;
	return cg::coalesced_group{tile, rank, (parent.size() + size - 1) / size};
}
template <unsigned N> __device__ cg::coalesced_group cg::tiled_partition(const cg::coalesced_group &parent) { return cg::tiled_partition(parent, N); }
__device__ cg::thread_block_tile<1> cg::this_thread() { return cg::thread_block_tile<1>{0, 1}; }

// The threads of a group for which a value is the same. Of two halves the one that says yes is number 1;
// the parts by labels are ranked by their first threads.
__device__ cg::coalesced_group cg::halved(unsigned lanes, bool p) {
	unsigned yes = __ballot_sync(lanes, p);
	if (yes == 0 || yes == lanes) return cg::coalesced_group{lanes, 0, 1};
	return cg::coalesced_group{p ? yes : lanes & ~yes, (unsigned)p, 2};
}
template <unsigned N, typename P> __device__ cg::coalesced_group cg::binary_partition(const cg::thread_block_tile<N, P> &g, bool p) {
	return cg::halved(g.lanes(), p);
}
__device__ cg::coalesced_group cg::binary_partition(const cg::coalesced_group &g, bool p) { return cg::halved(g.lanes, p); }
template <typename T> __device__ cg::coalesced_group cg::labelled(unsigned lanes, T label) {
	unsigned same = __match_any_sync(lanes, label), first = __ffs(same) - 1;
	unsigned firsts = __ballot_sync(lanes, first == __nvvm_read_ptx_sreg_laneid());
	return cg::coalesced_group{same, (unsigned)__popc(firsts & ((1u << first) - 1)), (unsigned)__popc(firsts)};
}
__device__ cg::coalesced_group cg::labelled(unsigned lanes, bool label) { return cg::halved(lanes, label); }
template <unsigned N, typename P, typename T> __device__ cg::coalesced_group cg::labeled_partition(const cg::thread_block_tile<N, P> &g, T label) {
	return cg::labelled(g.lanes(), label);
}
template <typename T> __device__ cg::coalesced_group cg::labeled_partition(const cg::coalesced_group &g, T label) { return cg::labelled(g.lanes, label); }

template <typename G> __device__ void cg::sync(const G &g) { g.sync(); }
template <typename G> __device__ void cg::synchronize(const G &g) { g.sync(); } // as introductions to the first version call it
template <typename G> __device__ auto cg::thread_rank(const G &g) -> decltype(g.thread_rank()) { return g.thread_rank(); }
template <typename G> __device__ auto cg::group_size(const G &g) -> decltype(g.size()) { return g.size(); }

// What one thread of a group does for all of it.
template <typename G, typename F, typename... A> __device__ void cg::invoke_one(const G &g, F f, A... args) {
	if (g.thread_rank() == 0) f(args...);
}
template <typename G, typename F, typename... A> __device__ auto cg::invoke_one_broadcast(const G &g, F f, A... args) -> decltype(f(args...)) {
	decltype(f(args...)) result;
	if (g.thread_rank() == 0) result = f(args...);
	return g.shfl(result, 0);
}

// Copies by all threads of a group, in the widest words that both places allow. To shared memory they are asynchronous
// from 8.0 on, each a group of copies of the thread.
template <typename W, typename G> __device__ void cg::copy_words(const G &g, void *to, const void *from, size_t bytes) {
	if (sizeof(W) >= 4 && __copies_async(to, from)) {
		for (size_t i = g.thread_rank(); i < bytes / sizeof(W); i += g.size())
			__copy_async((W *)to + i, (const W *)from + i, sizeof(W) < 4 ? 4 : sizeof(W), sizeof(W) == 16, 16);
	} else
		for (size_t i = g.thread_rank(); i < bytes / sizeof(W); i += g.size()) ((W *)to)[i] = ((const W *)from)[i];
}
template <typename G> __device__ void cg::memcpy_async(const G &g, void *to, const void *from, size_t bytes) {
	size_t at = (size_t)to | (size_t)from | bytes;
	if ((at & 15) == 0) cg::copy_words<uint4>(g, to, from, bytes);
	else if ((at & 7) == 0) cg::copy_words<uint2>(g, to, from, bytes);
	else if ((at & 3) == 0) cg::copy_words<unsigned>(g, to, from, bytes);
	else cg::copy_words<unsigned char>(g, to, from, bytes);
	__copy_commit();
}
template <typename G, typename T> __device__ void cg::memcpy_async(const G &g, T *to, size_t room, const T *from, size_t n) {
	cg::memcpy_async(g, (void *)to, (const void *)from, (n < room ? n : room) * sizeof(T));
}
template <typename G> __device__ void cg::wait(const G &g) {
	__copy_wait(0);
	g.sync();
}
template <unsigned N, typename G> __device__ void cg::wait_prior(const G &g) {
	__copy_wait(N);
	g.sync();
}

template <typename T> struct cg::plus { __device__ T operator()(T a, T b) const { return a + b; } };
template <typename T> struct cg::less { __device__ T operator()(T a, T b) const { return b < a ? b : a; } };
template <typename T> struct cg::greater { __device__ T operator()(T a, T b) const { return a < b ? b : a; } };
template <typename T> struct cg::bit_and { __device__ T operator()(T a, T b) const { return a & b; } };
template <typename T> struct cg::bit_or { __device__ T operator()(T a, T b) const { return a | b; } };
template <typename T> struct cg::bit_xor { __device__ T operator()(T a, T b) const { return a ^ b; } };

template <unsigned N, typename P, typename T, typename F> __device__ T cg::reduce(const cg::thread_block_tile<N, P> &g, T v, F op) {
	if constexpr (N > 32) return g.reduced(v, op);
	else {
		for (int by = N / 2; by > 0; by /= 2) v = op(v, g.shfl_xor(v, by));
		return v;
	}
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
	if constexpr (G::warps > 1) {
		T before = g.before(v, op);
		return g.thread_rank() == 0 ? v : op(before, v);
	} else {
		for (unsigned by = 1; by < g.size(); by *= 2) {
			T other = g.shfl_up(v, by);
			if (g.thread_rank() >= by) v = op(other, v);
		}
		return v;
	}
}
template <typename G, typename T> __device__ T cg::inclusive_scan(const G &g, T v) { return cg::inclusive_scan(g, v, cg::plus<T>()); }
template <typename G, typename T, typename F> __device__ T cg::exclusive_scan(const G &g, T v, F op) {
	if constexpr (G::warps > 1) {
		T before = g.before(v, op);
		return g.thread_rank() == 0 ? T() : before;
	} else {
		T before = g.shfl_up(cg::inclusive_scan(g, v, op), 1);
		return g.thread_rank() == 0 ? T() : before;
	}
}
template <typename G, typename T> __device__ T cg::exclusive_scan(const G &g, T v) { return cg::exclusive_scan(g, v, cg::plus<T>()); }

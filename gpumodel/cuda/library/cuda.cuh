// What <cuda/atomic>, <cuda/barrier>, <cuda/pipeline> and <cuda/cmath> declare for device code, after the
// documentation of libcu++ ("Synchronization Primitives"). A source that names one of them is read
// with these lines before it. Copies are asynchronous from 8.0 on where a pipeline of the thread's own, or one without
// roles, waits for them; with a barrier, or roles, they are loads and stores.

enum cuda::thread_scope { cuda::thread_scope_system, cuda::thread_scope_device, cuda::thread_scope_block, cuda::thread_scope_thread };
enum cuda::memory_order {
	cuda::memory_order_relaxed, cuda::memory_order_consume, cuda::memory_order_acquire,
	cuda::memory_order_release, cuda::memory_order_acq_rel, cuda::memory_order_seq_cst
};

__device__ inline void cuda::atomic_thread_fence(cuda::memory_order order, cuda::thread_scope scope = cuda::thread_scope_system) {
	if (order == cuda::memory_order_relaxed || scope == cuda::thread_scope_thread) return;
	if (scope == cuda::thread_scope_block) __threadfence_block();
	else if (scope == cuda::thread_scope_device) __threadfence();
	else __threadfence_system();
}
// Before an access fences what it tells of, behind it what it was told.
__device__ inline void cuda::before(cuda::memory_order o, cuda::thread_scope s) {
	if (o == cuda::memory_order_release || o == cuda::memory_order_acq_rel || o == cuda::memory_order_seq_cst) cuda::atomic_thread_fence(o, s);
}
__device__ inline void cuda::behind(cuda::memory_order o, cuda::thread_scope s) {
	if (o == cuda::memory_order_acquire || o == cuda::memory_order_consume || o == cuda::memory_order_acq_rel || o == cuda::memory_order_seq_cst)
		cuda::atomic_thread_fence(o, s);
}

// Of <cuda/cmath>: whole numbers, a not negative and b above 0.
template <typename T, typename U> __host__ __device__ constexpr inline decltype(true ? T() : U()) cuda::ceil_div(const T a, const U b) {
	typedef decltype(true ? T() : U()) both;
	return (both)((both)a / (both)b + ((both)a % (both)b != 0));
}
template <typename T, typename U> __host__ __device__ constexpr inline decltype(true ? T() : U()) cuda::round_up(const T a, const U b) {
	typedef decltype(true ? T() : U()) both;
	return (both)(((both)a / (both)b + ((both)a % (both)b != 0)) * (both)b);
}
template <typename T, typename U> __host__ __device__ constexpr inline decltype(true ? T() : U()) cuda::round_down(const T a, const U b) {
	typedef decltype(true ? T() : U()) both;
	return (both)((both)a / (both)b * (both)b);
}

// The atomics of CUDA C for each type.
#define CUDA_ADDS(T) __device__ inline T cuda::added(T *p, T v) { return atomicAdd(p, v); }
#define CUDA_AS(T, U) \
	__device__ inline T cuda::added(T *p, T v) { return (T)atomicAdd((U *)p, (U)v); } \
	__device__ inline T cuda::exchanged(T *p, T v) { return (T)atomicExch((U *)p, (U)v); } \
	__device__ inline T cuda::compared(T *p, T old, T v) { return (T)atomicCAS((U *)p, (U)old, (U)v); } \
	__device__ inline T cuda::anded(T *p, T v) { return (T)atomicAnd((U *)p, (U)v); } \
	__device__ inline T cuda::ored(T *p, T v) { return (T)atomicOr((U *)p, (U)v); } \
	__device__ inline T cuda::xored(T *p, T v) { return (T)atomicXor((U *)p, (U)v); }
#define CUDA_LIMITS(T, U) \
	__device__ inline T cuda::least(T *p, T v) { return (T)atomicMin((U *)p, (U)v); } \
	__device__ inline T cuda::most(T *p, T v) { return (T)atomicMax((U *)p, (U)v); }
CUDA_AS(int, int) CUDA_AS(unsigned, unsigned) CUDA_AS(long, unsigned long long) CUDA_AS(unsigned long, unsigned long long)
CUDA_AS(long long, unsigned long long) CUDA_AS(unsigned long long, unsigned long long)
CUDA_LIMITS(int, int) CUDA_LIMITS(unsigned, unsigned) CUDA_LIMITS(long, long long) CUDA_LIMITS(unsigned long, unsigned long long)
CUDA_LIMITS(long long, long long) CUDA_LIMITS(unsigned long long, unsigned long long)
CUDA_ADDS(float) CUDA_ADDS(double)
__device__ inline float cuda::exchanged(float *p, float v) { return atomicExch(p, v); }
__device__ inline float cuda::compared(float *p, float old, float v) {
	return __int_as_float(atomicCAS((int *)p, __float_as_int(old), __float_as_int(v)));
}
__device__ inline double cuda::exchanged(double *p, double v) {
	return __longlong_as_double((long long)atomicExch((unsigned long long *)p, (unsigned long long)__double_as_longlong(v)));
}
__device__ inline double cuda::compared(double *p, double old, double v) {
	return __longlong_as_double((long long)atomicCAS((unsigned long long *)p, (unsigned long long)__double_as_longlong(old), (unsigned long long)__double_as_longlong(v)));
}
#undef CUDA_ADDS
#undef CUDA_AS
#undef CUDA_LIMITS

#define CUDA_ORDERED(F) cuda::before(o, S); T old = F; cuda::behind(o, S); return old;
#define CUDA_ATOMIC \
	__device__ void store(T v, cuda::memory_order o = cuda::memory_order_seq_cst) const { cuda::before(o, S); *(volatile T *)place() = v; } \
	__device__ T load(cuda::memory_order o = cuda::memory_order_seq_cst) const { \
		if (o == cuda::memory_order_seq_cst) cuda::before(o, S); \
		T v = *(volatile T *)place(); cuda::behind(o, S); return v; } \
	__device__ T exchange(T v, cuda::memory_order o = cuda::memory_order_seq_cst) const { CUDA_ORDERED(cuda::exchanged(place(), v)) } \
	__device__ bool compare_exchange_strong(T &expected, T v, cuda::memory_order o = cuda::memory_order_seq_cst) const { \
		cuda::before(o, S); T wanted = expected, old = cuda::compared(place(), wanted, v); cuda::behind(o, S); \
		expected = old; return old == wanted; } \
	__device__ bool compare_exchange_strong(T &expected, T v, cuda::memory_order o, cuda::memory_order) const { return compare_exchange_strong(expected, v, o); } \
	__device__ bool compare_exchange_weak(T &expected, T v, cuda::memory_order o = cuda::memory_order_seq_cst) const { return compare_exchange_strong(expected, v, o); } \
	__device__ bool compare_exchange_weak(T &expected, T v, cuda::memory_order o, cuda::memory_order) const { return compare_exchange_strong(expected, v, o); } \
	__device__ T fetch_add(T v, cuda::memory_order o = cuda::memory_order_seq_cst) const { CUDA_ORDERED(cuda::added(place(), v)) } \
	__device__ T fetch_sub(T v, cuda::memory_order o = cuda::memory_order_seq_cst) const { CUDA_ORDERED(cuda::added(place(), (T)-v)) } \
	__device__ T fetch_and(T v, cuda::memory_order o = cuda::memory_order_seq_cst) const { CUDA_ORDERED(cuda::anded(place(), v)) } \
	__device__ T fetch_or(T v, cuda::memory_order o = cuda::memory_order_seq_cst) const { CUDA_ORDERED(cuda::ored(place(), v)) } \
	__device__ T fetch_xor(T v, cuda::memory_order o = cuda::memory_order_seq_cst) const { CUDA_ORDERED(cuda::xored(place(), v)) } \
	__device__ T fetch_min(T v, cuda::memory_order o = cuda::memory_order_seq_cst) const { CUDA_ORDERED(cuda::least(place(), v)) } \
	__device__ T fetch_max(T v, cuda::memory_order o = cuda::memory_order_seq_cst) const { CUDA_ORDERED(cuda::most(place(), v)) } \
	__device__ void wait(T old, cuda::memory_order o = cuda::memory_order_seq_cst) const { while (load(o) == old) {} } \
	__device__ void notify_one() const {} \
	__device__ void notify_all() const {} \
	__device__ bool is_lock_free() const { return true; } \
	__device__ operator T() const { return load(); } \
	__device__ T operator=(T v) const { store(v); return v; } \
	__device__ T operator++() const { return fetch_add((T)1) + (T)1; } \
	__device__ T operator++(int) const { return fetch_add((T)1); } \
	__device__ T operator--() const { return fetch_sub((T)1) - (T)1; } \
	__device__ T operator--(int) const { return fetch_sub((T)1); } \
	__device__ T operator+=(T v) const { return fetch_add(v) + v; } \
	__device__ T operator-=(T v) const { return fetch_sub(v) - v; } \
	__device__ T operator&=(T v) const { return fetch_and(v) & v; } \
	__device__ T operator|=(T v) const { return fetch_or(v) | v; } \
	__device__ T operator^=(T v) const { return fetch_xor(v) ^ v; }

template <typename T, cuda::thread_scope S = cuda::thread_scope_system> struct cuda::atomic {
	T value;
	__device__ T *place() const { return (T *)&value; }
	CUDA_ATOMIC
};
template <typename T, cuda::thread_scope S = cuda::thread_scope_system> struct cuda::atomic_ref {
	T *at;
	__device__ cuda::atomic_ref(T &x) : at(&x) {}
	__device__ T *place() const { return at; }
	CUDA_ATOMIC
};
#undef CUDA_ORDERED
#undef CUDA_ATOMIC

// A barrier counts the threads that are still to come. The last of a phase counts the phase; a token is the phase in
// which a thread arrived. Threads of a warp that arrive together are counted by one of them.
template <cuda::thread_scope S = cuda::thread_scope_system> struct cuda::barrier {
	unsigned phase;
	int expected, left;
	typedef unsigned arrival_token;
	__device__ unsigned now() const { return atomicOr((unsigned *)&phase, 0u); }
	__device__ unsigned arrive(int n = 1) {
		unsigned together = __match_any_sync(__activemask(), (unsigned long long)this + n), leader = __ffs(together) - 1, token = 0;
		if (leader == __nvvm_read_ptx_sreg_laneid()) {
			token = now();
			n *= __popc(together);
			cuda::atomic_thread_fence(cuda::memory_order_release, S);
			if (atomicSub(&left, n) == n) {
				atomicExch(&left, atomicOr(&expected, 0));
				cuda::atomic_thread_fence(cuda::memory_order_release, S);
				atomicAdd(&phase, 1u);
			}
		}
		return __shfl_sync(together, token, leader);
	}
	__device__ void wait(unsigned token) const {
		while (now() == token) {}
		cuda::atomic_thread_fence(cuda::memory_order_acquire, S);
	}
	__device__ void wait_parity(bool parity) const {
		while ((now() & 1) == (unsigned)parity) {}
		cuda::atomic_thread_fence(cuda::memory_order_acquire, S);
	}
	__device__ void arrive_and_wait() { wait(arrive()); }
	__device__ void arrive_and_drop() {
		atomicSub(&expected, 1);
		arrive();
	}
};
template <cuda::thread_scope S> __device__ void init(cuda::barrier<S> *b, int n) {
	b->phase = 0;
	b->expected = n;
	b->left = n;
}

template <size_t N> struct cuda::aligned_size_t {
	size_t value;
	__device__ cuda::aligned_size_t(size_t n) : value(n) {}
	__device__ operator size_t() const { return value; }
};

// Copies.
template <typename W> __device__ void cuda::copy_words(void *to, const void *from, size_t bytes, unsigned rank, unsigned step, bool async) {
	if (async && sizeof(W) >= 4 && __copies_async(to, from))
		for (size_t i = rank; i < bytes / sizeof(W); i += step) __copy_async((W *)to + i, (const W *)from + i, sizeof(W) < 4 ? 4 : sizeof(W), sizeof(W) == 16, 16);
	else
		for (size_t i = rank; i < bytes / sizeof(W); i += step) ((W *)to)[i] = ((const W *)from)[i];
}
__device__ inline void cuda::copied(void *to, const void *from, size_t bytes, unsigned rank, unsigned step, bool async) {
	size_t at = (size_t)to | (size_t)from | bytes;
	if ((at & 15) == 0) cuda::copy_words<uint4>(to, from, bytes, rank, step, async);
	else if ((at & 7) == 0) cuda::copy_words<uint2>(to, from, bytes, rank, step, async);
	else if ((at & 3) == 0) cuda::copy_words<unsigned>(to, from, bytes, rank, step, async);
	else cuda::copy_words<unsigned char>(to, from, bytes, rank, step, async);
}

// A pipeline of several stages: a stage is full when all producers have committed it, and empty when all consumers have released it.
enum class cuda::pipeline_role { producer, consumer };
template <cuda::thread_scope S, int N> struct cuda::pipeline_shared_state {
	cuda::barrier<S> full[N], empty[N];
};
template <cuda::thread_scope S = cuda::thread_scope_thread> struct cuda::pipeline {
	cuda::barrier<S> *full, *empty; // none for a thread's own
	unsigned stages, head, tail;
	bool together; // all threads produce and consume
	__device__ void producer_acquire() {
		if (full != nullptr && head >= stages) empty[head % stages].wait(head / stages - 1);
	}
	__device__ void producer_commit() {
		if (together) __copy_commit();
		if (full != nullptr) full[head % stages].arrive();
		head++;
	}
	// A wait names the number of groups that may be under way: so many have been committed since.
	__device__ void consumer_wait() {
		if (together) switch (head - tail) {
			case 0: case 1: __copy_wait(0); break;
			case 2: __copy_wait(1); break;
			case 3: __copy_wait(2); break;
			case 4: __copy_wait(3); break;
			case 5: __copy_wait(4); break;
			case 6: __copy_wait(5); break;
			case 7: __copy_wait(6); break;
			default: __copy_wait(7);
		}
		if (full != nullptr) full[tail % stages].wait(tail / stages);
	}
	__device__ void consumer_release() {
		if (full != nullptr) empty[tail % stages].arrive();
		tail++;
	}
	__device__ bool quit() { return true; }
};
__device__ inline cuda::pipeline<cuda::thread_scope_thread> cuda::make_pipeline() {
	return cuda::pipeline<cuda::thread_scope_thread>{nullptr, nullptr, 1, 0, 0, true};
}
template <typename G, cuda::thread_scope S, int N> __device__ cuda::pipeline<S> cuda::pipelined(const G &g, cuda::pipeline_shared_state<S, N> *state, int producers, int consumers, bool together) {
	if (g.thread_rank() == 0)
		for (int i = 0; i < N; i++) {
			init(&state->full[i], producers);
			init(&state->empty[i], consumers);
		}
	g.sync();
	return cuda::pipeline<S>{state->full, state->empty, N, 0, 0, together};
}
template <typename G, cuda::thread_scope S, int N> __device__ cuda::pipeline<S> cuda::make_pipeline(const G &g, cuda::pipeline_shared_state<S, N> *state) {
	return cuda::pipelined(g, state, (int)g.size(), (int)g.size(), true);
}
template <typename G, cuda::thread_scope S, int N> __device__ cuda::pipeline<S> cuda::make_pipeline(const G &g, cuda::pipeline_shared_state<S, N> *state, size_t producers) {
	return cuda::pipelined(g, state, (int)producers, (int)(g.size() - producers), false);
}
template <typename G, cuda::thread_scope S, int N> __device__ cuda::pipeline<S> cuda::make_pipeline(const G &g, cuda::pipeline_shared_state<S, N> *state, cuda::pipeline_role role) {
	static_assert(S == cuda::thread_scope_block, "a pipeline with roles belongs to a block here");
	int producers = __syncthreads_count(role == cuda::pipeline_role::producer);
	return cuda::pipelined(g, state, producers, (int)g.size() - producers, false);
}
template <int N, cuda::thread_scope S> __device__ void cuda::pipeline_consumer_wait_prior(cuda::pipeline<S> &p) {
	static_assert(S == cuda::thread_scope_thread, "cuda::pipeline_consumer_wait_prior is for a thread's own pipeline here; write consumer_wait()");
	__copy_wait(N);
}

template <cuda::thread_scope S> __device__ void cuda::memcpy_async(void *to, const void *from, size_t bytes, cuda::pipeline<S> &p) {
	cuda::copied(to, from, bytes, 0, 1, p.together);
}
template <typename G, cuda::thread_scope S> __device__ void cuda::memcpy_async(const G &g, void *to, const void *from, size_t bytes, cuda::pipeline<S> &p) {
	cuda::copied(to, from, bytes, g.thread_rank(), g.size(), p.together);
}
template <cuda::thread_scope S> __device__ void cuda::memcpy_async(void *to, const void *from, size_t bytes, cuda::barrier<S> &) {
	cuda::copied(to, from, bytes, 0, 1, false);
}
template <typename G, cuda::thread_scope S> __device__ void cuda::memcpy_async(const G &g, void *to, const void *from, size_t bytes, cuda::barrier<S> &) {
	cuda::copied(to, from, bytes, g.thread_rank(), g.size(), false);
}

// Atomics of a block.
//
// sizes: 256
// block: 64
// grid: 1
// in: i * 37 % 101 - 20
// out[64]: 0
// from: 7.0
// cards: V100, H200

#include <cuda/atomic>
#include <cuda/std/limits>
__global__ void k(int *out, const int *in, int n) {
	int t = threadIdx.x;
	__shared__ cuda::atomic<int, cuda::thread_scope_block> sum;
	__shared__ cuda::std::atomic<unsigned> most, bits;
	__shared__ int plain, won;
	__shared__ double total;
	__shared__ long long least;
	if (t == 0) { sum.store(0, cuda::memory_order_relaxed); most = 0u; bits = 0u; plain = 0; total = 0; least = cuda::std::numeric_limits<long long>::max(); }
	__syncthreads();
	sum.fetch_add(in[t], cuda::std::memory_order_relaxed);
	most.fetch_max((unsigned)(in[t] + 20));
	bits |= 1u << (in[t] & 7);
	cuda::atomic_ref<double, cuda::thread_scope_block> d(total);
	d.fetch_add(0.5 * in[t]);
	cuda::atomic_ref<long long> l{least};
	l.fetch_min((long long)in[t]);
	cuda::atomic_ref<int, cuda::thread_scope_block> claim(plain);
	int nobody = 0;
	if (claim.compare_exchange_strong(nobody, t + 1)) won = t;
	sum--;
	__syncthreads();
	out[t] = sum + 3 * (int)most.load() + 5 * (int)bits.load(cuda::memory_order_acquire) + 7 * (int)total + 11 * (int)least + (plain == won + 1);
}

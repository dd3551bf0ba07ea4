// Filter by a coalesced group.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

#include <cooperative_groups.h>
using namespace cooperative_groups;
__device__ int atomicAggInc(int *ptr) {
	coalesced_group g = coalesced_threads();
	int prev;
	if (g.thread_rank() == 0) prev = atomicAdd(ptr, g.size());
	return g.shfl(prev, 0) + g.thread_rank();
}
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && in[i] > 30) out[1 + atomicAggInc(out)] = in[i] > 30;
}

// Atomics in shared memory.
//
// out[(n + 99) / 100 * 7]: 0
// in: rand(-500, 1499)

__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[6];
	__shared__ unsigned turns;
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	if (t < 6) s[t] = t == 2 ? 1 << 30 : t == 4 ? -1 : 0;
	if (t == 0) turns = 0;
	__syncthreads();
	if (i < n) {
		int x = in[i];
		atomicAdd(&s[0], x); atomicMax(&s[1], x); atomicMin(&s[2], x); atomicOr(&s[3], x); atomicAnd(&s[4], x); atomicXor(&s[5], x);
		atomicInc(&turns, 1000);
	}
	__syncthreads();
	if (t < 6) out[blockIdx.x * 7 + t] = s[t];
	if (t == 6) out[blockIdx.x * 7 + 6] = turns;
}

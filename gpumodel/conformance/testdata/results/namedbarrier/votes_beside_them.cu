// Votes beside them: what threads bring to __syncthreads_count is complete, whoever meets elsewhere meanwhile.
//
// sizes: 128
// block: 128
// cards: K20X, A100

__global__ void k(int *out, int n) {
	int t = threadIdx.x;
	if (t >= 64)
		for (int i = 0; i < 5; i++) __barrier_sync_count(3, 64);
	out[t] = __syncthreads_count(t % 3 == 0);
	if (t < 64) __barrier_sync_count(4, 64);
	out[t] += 1000 * __syncthreads_count(t < 70);
}

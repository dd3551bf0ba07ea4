// One lane after the other, by ballot and ffs.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, x = in[i], turn = 0, mine = -1;
	for (unsigned todo = __ballot_sync(0xffffffff, x > 20); todo != 0; todo &= todo - 1) {
		int leader = __ffs(todo) - 1;
		int found = __shfl_sync(0xffffffff, x, leader);
		if (lane == leader) mine = turn * 1000 + found;
		turn++;
	}
	out[i] = mine;
}

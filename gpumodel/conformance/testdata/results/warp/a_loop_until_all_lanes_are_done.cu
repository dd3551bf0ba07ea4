// A loop until all lanes are done.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i] & 15, rounds = 0;
	while (__any_sync(0xffffffff, x > 0)) { x -= 3; rounds++; }
	out[i] = rounds;
}

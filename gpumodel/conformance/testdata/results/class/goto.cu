// Goto.

struct Log { int *at; __device__ Log(int *at) : at(at) {} __device__ ~Log() { *at += 1; } };
__device__ int search(const int *a, int n, int key) {
	int i = 0;
next:
	if (i == n) goto missing;
	if (a[i] == key) return i;
	i++;
	goto next;
missing:
	return -1;
}
__device__ int steps(int x) {
	int count = 0;
	goto test;
body:
	x = x % 2 ? 3 * x + 1 : x / 2;
	count++;
test:
	if (x > 1) goto body;
	return count;
}
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, found = 0, left = 0;
	const int *p = in;
	if (i >= n) goto end;
	for (int a = 0; a < 8; a++) {
		for (int b = 0; b < 8; b++) {
			Log l(&left);
			if (a * b == (in[i] & 15)) { found = 10 * a + b; goto done; }
			if (b > a) goto skip;
		}
	skip:;
	}
	found = -1;
done:
	switch (i % 3) {
	case 0: goto one;
	case 1: found += 5; break;
	default:
	one:
		found += 7;
	}
	{
	again:
		p++;
		if (p - in < 4) goto again;
	}
	out[i] = found * 100 + search(in, n < 9 ? n : 9, in[i]) + steps(i + 1) + steps(3) + left + (int)(p - in);
end:
	__syncthreads();
}

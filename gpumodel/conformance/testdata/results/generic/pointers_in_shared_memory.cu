// Pointers in shared memory.

struct span { int *data; int size; };
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
	__shared__ int s[128];
	__shared__ span spans[128];
	__shared__ int *next;
	s[t] = i < n ? in[i] : 0;
	if (t % 2) { spans[t].data = &s[t]; spans[t].size = 1; }
	else if (i < n) { out[i] = 5 * i; spans[t] = span{out + i, 2}; }
	if (t == 3) next = s + 3;
	__syncthreads();
	if (i < n) out[i] = *spans[t].data + spans[t].size + (n > 3 ? *next : 0);
}

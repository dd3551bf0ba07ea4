// A list that ends in a null.

struct node { int value; node *next; };
__device__ int sum(const node *p) { int s = 0; while (p) { s = 3 * s + p->value; p = p->next; } return s; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
	__shared__ node nodes[128];
	nodes[t].value = i < n ? in[i] : 0;
	nodes[t].next = t > 0 && t % 5 ? &nodes[t - 1] : nullptr;
	__syncthreads();
	if (i >= n) return;
	node last = {9, nullptr}, first = {4, &last};
	out[i] = sum(&nodes[t]) + sum(in[i] > 0 ? &first : nullptr);
}

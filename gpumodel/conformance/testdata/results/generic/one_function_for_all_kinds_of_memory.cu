// One function for all kinds of memory.

__device__ void sort(int *a, int low, int high) {
	if (low >= high) return;
	int p = a[high], m = low;
	for (int j = low; j < high; j++) if (a[j] < p) { int x = a[j]; a[j] = a[m]; a[m++] = x; }
	a[high] = a[m]; a[m] = p;
	sort(a, low, m - 1);
	sort(a, m + 1, high);
}
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
	__shared__ int s[4 * 128];
	int own[4];
	int *a = t % 2 ? own : s + 4 * t;
	for (int j = 0; j < 4; j++) a[j] = in[(i + 7 * j) % n];
	sort(a, 0, 3);
	if (i < n) out[i] = a[0] + 3 * a[1] + 9 * a[2] + 27 * a[3];
}

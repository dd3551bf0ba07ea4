// Quicksort.
//
// kernels: k
// sizes: 1 31 33 257 1000
// from: 3.5
// cards: K20X, H200

__global__ void sort(int *a, int left, int right) {
	int p = a[(left + right) / 2], i = left, j = right;
	while (i <= j) {
		while (a[i] < p) i++;
		while (a[j] > p) j--;
		if (i <= j) { int x = a[i]; a[i++] = a[j]; a[j--] = x; }
	}
	if (right - left < 8) {
		for (int m = left; m <= right; m++) for (int q = m + 1; q <= right; q++) if (a[q] < a[m]) { int x = a[q]; a[q] = a[m]; a[m] = x; }
		return;
	}
	if (left < j) sort<<<1, 1>>>(a, left, j);
	if (i < right) sort<<<1, 1>>>(a, i, right);
}
__global__ void k(int *out, const int *in, int n) {
	int first = blockIdx.x * 100, i = first + threadIdx.x, last = min(first + 99, n - 1);
	if (i < n) out[i] = in[i];
	__syncthreads();
	if (threadIdx.x == 0) sort<<<1, 1>>>(out, first, last);
}

// References and default arguments.
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

__device__ void order(int &a, int &b, bool up = true) { if ((a > b) == up) { int t = a; a = b; b = t; } }
__device__ int &at(int *a, int i = 0) { return a[i]; }
template <typename T> __device__ void add(T &sum, const T &x, T times = 1) { sum += x * times; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, a[3] = {in[i], in[i ^ 1], in[i ^ 2]};
	order(a[0], a[1]); order(a[1], a[2]); order(a[0], a[1]);
	int largest = at(a, 2), &first = at(a);
	order(largest, first, false);
	add(at(out, i), a[1]);
	add<int>(out[i], largest, 1000);
	int &low = first;
	low += 1;
	out[i] += first;
}

// References as results.

__device__ int &larger(int &a, int &b) { return a > b ? a : b; }
__device__ const int &first(const int *p) { return p[0]; }
struct Grid { int *p; int width; __device__ int &at(int x, int y) const { return p[y * width + x]; } };
struct Acc { int a[4]; __device__ int &operator[](int i) { return a[i]; } __device__ Acc &add(const Acc &o) { for (int i = 0; i < 4; i++) a[i] += o.a[i]; return *this; } };
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i < n ? i : 0], y = 5;
	if (i >= n) return;
	larger(x, y) += 100;
	Grid g = {out, 1};
	Acc a = {{1, 2, 3, 4}}, b = {{1, 1, 1, x}};
	a.add(b).add(b)[3] -= 1;
	a[0] = first(&x) == x;
	g.at(0, i) = x * 1000 + y;
	g.at(0, i) += a[3] + a[0] + a[i % 3 + 1];
}

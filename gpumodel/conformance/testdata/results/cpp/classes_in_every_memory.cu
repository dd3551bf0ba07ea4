// Classes in every memory.

class Counter {
	int n = 3, limit;
	__device__ void cut() { if (n > limit) n = limit; }
public:
	__device__ Counter(int limit) : limit(limit) {}
	__device__ explicit Counter(float f) : n((int)f), limit{1000} { if (f < 0) return; n *= 2; }
	__device__ Counter &add(int k = 1) { n += k; cut(); return *this; }
	__device__ int get() const { return n; }
	__device__ int &operator[](int i) { return i ? limit : n; }
	__device__ int operator()(int a, int b) const { return a * n + b; }
	__device__ int later() const { return this->get() + after(1); }
	__device__ int after(int k) const { return k + limit; }
};
struct Pair { Counter a, b; int c[3] = {7, 8}; __device__ Pair(int x) : b(x), a(x * 2) { c[2] = a.get() + b.get(); } };
struct Plain { int x = 2; float y; short z[2] = {5, 6}; };
struct Box { int v; __device__ Box() {} __device__ int twice() const { return 2 * v; } };
__device__ Plain global = {10, 1.5f};
struct Whole { int x = 2, y = 3; };
__constant__ Whole constant;
__global__ void k(int *out, const int *in, int n) {
	__shared__ Box boxes[100];
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
	boxes[t].v = i;
	__syncthreads();
	if (i >= n) return;
	Counter c(in[i]), d(2.5f), e(-4.0f);
	c.add().add(5);
	d[0] += 10;
	d[1] = d.add(1000).get() - 1;
	Pair p(5);
	Plain q, r = {i}, s[2], v = Plain();
	const Box &mine = boxes[t];
	out[i] = c.get() + d(2, 3) + e.later() + p.c[2] + p.c[0] + q.x + q.z[1] + r.x + r.z[0] + s[1].x + v.x + mine.twice() + global.x + global.z[1] + constant.x;
}

// Objects anywhere behind their base.

struct shape { virtual __device__ int area() const { return 1; } };
struct square : shape { int a; __device__ square(int a) : a(a) {} __device__ int area() const override { return a * a; } };
struct box : shape { int a, b; __device__ box(int a, int b) : a(a), b(b) {} __device__ int area() const override { return a * b; } };
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
	__shared__ char place[sizeof(box) * 128];
	if (i >= n) return;
	box *shared = new (place + sizeof(box) * t) box(i, 3);
	square own(in[i]);
	shape *both[2] = {&own, shared};
	out[i] = both[i % 2]->area() + both[(i / 2) % 2]->area();
}

// Objects know where they are.

struct Buffer {
	int small[4], *p, n;
	__device__ Buffer() : p(small), n(0) {}
	__device__ Buffer(int a, int b) : Buffer() { push(a); push(b); }
	__device__ explicit Buffer(int a) : Buffer(a, a * 2) { push(7); }
	__device__ Buffer(const Buffer &o) : n(o.n) { p = small; for (int i = 0; i < n; i++) p[i] = o.p[i]; }
	__device__ void push(int v) { p[n++] = v; }
	__device__ bool own() const { return p == small; }
};
struct Self { Self *me; int v; __device__ Self(int v) : me(this), v(v) {} };
struct Holder { Buffer b; Self s; __device__ Holder(const Buffer &b) : b(b), s(1) {} };
__device__ Buffer made(int a) { return Buffer(a); }
__device__ Buffer named(int a) { Buffer b(a, 1); b.push(3); return b; }
struct Simple { int a = 3; Buffer b; Simple() = default; Simple(const Simple &) = default; Simple &operator=(const Simple &) = default; ~Simple() = default; };
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	Buffer a(in[i]), b = a, c = made(in[i] + 1), d = named(i);
	Holder h(c), h2 = h;
	Self several[3] = {1, 2, 3};
	Simple s, t = s;
	int all = a.own() & b.own() & c.own() & d.own() & h.b.own() & h2.b.own() & (h.s.me == &h.s) & (several[i % 3].me == several + i % 3) & t.b.own();
	out[i] = all ? b.p[0] + c.p[1] + d.p[2] + h2.b.n + t.a : -1;
}

// Bit fields.

struct A {
	unsigned a : 3, b : 7;
	int c : 5;
	unsigned : 4;
	bool d : 1;
	unsigned long long e : 40;
	char f;
	int g : 20;
	short h : 9;
	int : 0;
	unsigned j : 32;
};
struct C { char x; int y : 20; char z; };
union U { unsigned all; struct { unsigned lo : 4, mid : 12, hi : 16; } p; };
struct D { unsigned a : 9, b : 20; __device__ D(unsigned v) : a(v), b(v * 3) {} };
__constant__ A table = {1, 100, -3, true, 12345678901ull, 'x', -5, 7, 77};
__device__ int kind(int) { return 1; }
__device__ int kind(unsigned) { return 2; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	__shared__ A tile[256];
	A a = {5, 77, -9, true, 0x123456789aull, 'q', -1000, -77, 0xdeadbeefu}, b = a;
	tile[threadIdx.x] = b;
	tile[threadIdx.x].c = i;
	__syncthreads();
	if (i >= n) return;
	a.b = in[i];
	a.a += 6;
	U u;
	u.all = 0x12345678 + in[i];
	u.p.mid = in[i];
	D d(in[i]);
	C c = {'a', in[i], 'b'};
	c.y -= 300;
	out[i] = a.b + 3 * a.a + tile[threadIdx.x].c + 5 * (int)(a.e % 1000) + a.g + a.h + (a.j >> 28) + (u.all >> 4) + d.a + d.b + c.x + c.y + c.z
		+ table.c + table.g + (int)(table.e % 7) + sizeof(A) + 100 * sizeof(C) + kind(a.a + 0) + 10 * kind(a.j + 0) + (a.a - 7 < 0 ? 1000 : 0);
}

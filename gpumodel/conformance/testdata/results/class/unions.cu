// Unions.

union Bits {
	float f;
	unsigned u;
	struct { unsigned short lo, hi; } half;
	unsigned char bytes[4];
	__device__ int top() const { return bytes[3]; }
};
struct Variant {
	int kind;
	union { int i; float f; struct { short a, b; }; };
	__device__ Variant(int i) : kind(0), i(i) {}
	__device__ Variant(float f) : kind(1), f(f) {}
	__device__ int get() const { return kind == 0 ? i : (int)f; }
};
typedef union { double d; long long l; int2 parts; } Wide;
union Vec { struct { float x, y, z, w; }; float v[4]; float4 all; };
__device__ Bits flipped(Bits b) { b.u ^= 1; return b; }
__global__ void k(int *out, const int *in, int n) {
	__shared__ union { float f[64]; int i[64]; } tile;
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x % 32;
	if (threadIdx.x < 32) tile.f[t] = (float)t;
	__syncthreads();
	if (i >= n) return;
	Bits b = {(float)in[i]};
	unsigned u = b.u;
	b.bytes[0] |= 6;
	Bits c = flipped(b);
	Variant x(in[i]), y(2.5f);
	y.a = 3;
	Wide w;
	w.parts = make_int2(in[i], 5);
	Vec v;
	for (int j = 0; j < 4; j++) v.v[j] = j;
	v.all.y += 10;
	union { int whole; char part[4]; };
	whole = 0x01020304;
	out[i] = (int)(c.u - u) + b.half.hi + b.top() + flipped(c).half.lo + x.get() + (int)y.b + (int)(w.l >> 32) + (int)w.l + (int)(v.x + v.y + v.w) +
		part[1] + (tile.i[t] >> 20) + (int)sizeof(Variant) + (int)sizeof(Wide);
}

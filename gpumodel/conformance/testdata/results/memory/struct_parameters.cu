// Struct parameters.
//
// before: 3
// o.negate: 1
// o.in.c: -5
// o.in.d: 2.25
// o.in.s[0]: 100
// o.in.s[1]: -200
// o.in.s[2]: 300
// o.from: rand(0, 999)
// o.f.x: 0.5
// o.f.y: 8

struct inner { char c; double d; short s[3]; };
struct outer { bool negate; inner in; const int *from; int *to; float2 f; };
__global__ void k(char before, const outer o, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	outer p = o;
	if (i % 2) p.f.x += before;
	if (i < n) o.to[i] = (o.negate ? -1 : 1) * (p.from[i] + o.in.c + (int)(o.in.d * 4) + o.in.s[i % 3] * 10 + o.in.s[2]) + (int)(p.f.x * o.f.y);
}

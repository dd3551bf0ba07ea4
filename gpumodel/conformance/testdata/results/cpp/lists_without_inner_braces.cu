// Lists without inner braces.

struct Inner { int a, b[2]; };
struct Outer { Inner in; float2 f; int last; };
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int m[2][3] = {1, 2, 3, in[i], 5};
	Outer o = {1, 2, 3, 4.5f, 5, 6}, p = {{i, {7}}, make_float2(1, 2)}, q[2] = {o, 1, 2};
	float2 f[2] = {1, 2, 3, 4};
	out[i] = m[0][2] + m[1][0] * 2 + m[1][1] + m[1][2] + o.in.b[1] * 10 + (int)(o.f.x * 2) + o.last + p.in.a + p.in.b[0] + (int)p.f.y + q[0].last + q[1].in.b[0] + q[1].last + (int)f[1].x;
}

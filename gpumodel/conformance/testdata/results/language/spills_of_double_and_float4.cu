// Spills of double and float4.
//
// tolerance: 4 ulps
// sizes: 1 31 33 129
// registers: 16 12
// in: uniform(0, 1)
// v[2 * n]: uniform(0, 1)

__global__ void k(double *out, const double *in, float4 *v, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	double a = in[i], b = in[n - 1 - i], s = 0;
	float4 p = v[i], q = v[n - 1 - i];
	for (int j = 0; j < 4; j++) { s = s * 0.5 + a; a = b - j; b = s; float4 t = p; p = q; q = t; q.x += p.w; }
	out[i] = s + a * b;
	v[n + i] = make_float4(p.x, p.y, q.z, q.x);
}

// Vector types.
//
// sizes: 1 33 129
// d: uniform(0, 1)
// c: any()
// s: any()
// u: any()
// l: any()

__global__ void k(double2 *d, uchar4 *c, short2 *s, uint3 *u, longlong2 *l, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	double2 x = d[i]; d[i] = make_double2(x.y, x.x + 1);
	uchar4 p = c[i]; c[i] = make_uchar4(p.w, p.z, p.y + 200, p.x * 3);
	short2 h = s[i]; s[i].x = h.y - h.x; s[i].y = h.x;
	uint3 t = u[i]; t.y += t.x * t.z; u[i] = t;
	longlong2 w = l[i]; l[i] = make_longlong2(w.x + w.y, w.x - w.y);
}

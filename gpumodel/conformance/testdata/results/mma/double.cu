// Matrices of double precision, which lie in registers as the PTX ISA says.
//
// sizes: 1
// block: 32
// grid: 1
// from: 8.0
// cards: A100, RTX 3090, H200
// m8n8k4 a[32 * 1]: rand(-8, 8)
// m8n8k4 b[32 * 1]: rand(-8, 8)
// m8n8k4 c[32 * 2]: rand(-8, 8)
// m8n8k4 d[32 * 2]: 0

#include "../ptx.h"
#ifdef HOST
#include <mma.h>
#endif

__global__ void m8n8k4(double *d, const double *a, const double *b, const double *c) {
	double x[2];
	a += 1 * threadIdx.x, b += 1 * threadIdx.x, c += 2 * threadIdx.x;
	PTX((ptx::mma<ptx::f64, ptx::f64, ptx::f64, 8, 8, 4>(x, a, b, c)),
		"mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 "
		"{%0, %1}, {%2}, {%3}, {%4, %5};\n"
		: "=d"(x[0]), "=d"(x[1])
		: "d"(a[0]),
		  "d"(b[0]),
		  "d"(c[0]), "d"(c[1]));
	for (int i = 0; i < 2; i++) d[2 * threadIdx.x + i] = x[i];
}

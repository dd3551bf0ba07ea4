// Matrices of tf32, which lie in registers as the PTX ISA says.
//
// sizes: 1
// block: 32
// grid: 1
// from: 8.0
// cards: A100, RTX 3090, H200
// m16n8k4 a[32 * 2]: float(rand(-8, 8))
// m16n8k4 b[32 * 1]: float(rand(-8, 8))
// m16n8k4 c[32 * 4]: rand(-8, 8)
// m16n8k4 d[32 * 4]: 0
// m16n8k8 a[32 * 4]: float(rand(-8, 8))
// m16n8k8 b[32 * 2]: float(rand(-8, 8))
// m16n8k8 c[32 * 4]: rand(-8, 8)
// m16n8k8 d[32 * 4]: 0

#include "../ptx.h"
#ifdef HOST
#include <mma.h>
#endif

__global__ void m16n8k4(float *d, const unsigned *a, const unsigned *b, const float *c) {
	float x[4];
	a += 2 * threadIdx.x, b += 1 * threadIdx.x, c += 4 * threadIdx.x;
	PTX((ptx::mma<ptx::tf32, ptx::tf32, ptx::f32, 16, 8, 4>(x, a, b, c)),
		"mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 "
		"{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};\n"
		: "=f"(x[0]), "=f"(x[1]), "=f"(x[2]), "=f"(x[3])
		: "r"(a[0]), "r"(a[1]),
		  "r"(b[0]),
		  "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
	for (int i = 0; i < 4; i++) d[4 * threadIdx.x + i] = x[i];
}

__global__ void m16n8k8(float *d, const unsigned *a, const unsigned *b, const float *c) {
	float x[4];
	a += 4 * threadIdx.x, b += 2 * threadIdx.x, c += 4 * threadIdx.x;
	PTX((ptx::mma<ptx::tf32, ptx::tf32, ptx::f32, 16, 8, 8>(x, a, b, c)),
		"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
		"{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
		: "=f"(x[0]), "=f"(x[1]), "=f"(x[2]), "=f"(x[3])
		: "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]),
		  "r"(b[0]), "r"(b[1]),
		  "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
	for (int i = 0; i < 4; i++) d[4 * threadIdx.x + i] = x[i];
}

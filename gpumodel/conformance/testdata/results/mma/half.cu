// Matrices of half precision, which lie in registers as the PTX ISA says.
//
// sizes: 1
// block: 32
// grid: 1
// from: 8.0
// m16n8k8_f32 cards: RTX 2080 Ti, A100
// m16n8k8_f32 a[32 * 2]: half(rand(-8, 8)) + half(rand(-8, 8)) << 16
// m16n8k8_f32 b[32 * 1]: half(rand(-8, 8)) + half(rand(-8, 8)) << 16
// m16n8k8_f32 c[32 * 4]: rand(-8, 8)
// m16n8k8_f32 d[32 * 4]: 0
// m16n8k16_f32 cards: A100, RTX 3090, H200
// m16n8k16_f32 a[32 * 4]: half(rand(-8, 8)) + half(rand(-8, 8)) << 16
// m16n8k16_f32 b[32 * 2]: half(rand(-8, 8)) + half(rand(-8, 8)) << 16
// m16n8k16_f32 c[32 * 4]: rand(-8, 8)
// m16n8k16_f32 d[32 * 4]: 0
// m16n8k8_f16 cards: RTX 2080 Ti, A100
// m16n8k8_f16 a[32 * 2]: half(rand(-8, 8)) + half(rand(-8, 8)) << 16
// m16n8k8_f16 b[32 * 1]: half(rand(-8, 8)) + half(rand(-8, 8)) << 16
// m16n8k8_f16 c[32 * 2]: half(rand(-8, 8)) + half(rand(-8, 8)) << 16
// m16n8k8_f16 d[32 * 2]: 0
// m16n8k16_f16 cards: A100, RTX 3090, H200
// m16n8k16_f16 a[32 * 4]: half(rand(-8, 8)) + half(rand(-8, 8)) << 16
// m16n8k16_f16 b[32 * 2]: half(rand(-8, 8)) + half(rand(-8, 8)) << 16
// m16n8k16_f16 c[32 * 2]: half(rand(-8, 8)) + half(rand(-8, 8)) << 16
// m16n8k16_f16 d[32 * 2]: 0

#include "../ptx.h"
#ifdef HOST
#include <mma.h>
#endif

__global__ void m16n8k8_f32(float *d, const unsigned *a, const unsigned *b, const float *c) {
	float x[4];
	a += 2 * threadIdx.x, b += 1 * threadIdx.x, c += 4 * threadIdx.x;
	PTX((ptx::mma<ptx::f16, ptx::f16, ptx::f32, 16, 8, 8>(x, a, b, c)),
		"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
		"{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};\n"
		: "=f"(x[0]), "=f"(x[1]), "=f"(x[2]), "=f"(x[3])
		: "r"(a[0]), "r"(a[1]),
		  "r"(b[0]),
		  "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
	for (int i = 0; i < 4; i++) d[4 * threadIdx.x + i] = x[i];
}

__global__ void m16n8k16_f32(float *d, const unsigned *a, const unsigned *b, const float *c) {
	float x[4];
	a += 4 * threadIdx.x, b += 2 * threadIdx.x, c += 4 * threadIdx.x;
	PTX((ptx::mma<ptx::f16, ptx::f16, ptx::f32, 16, 8, 16>(x, a, b, c)),
		"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
		"{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
		: "=f"(x[0]), "=f"(x[1]), "=f"(x[2]), "=f"(x[3])
		: "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]),
		  "r"(b[0]), "r"(b[1]),
		  "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
	for (int i = 0; i < 4; i++) d[4 * threadIdx.x + i] = x[i];
}

__global__ void m16n8k8_f16(unsigned *d, const unsigned *a, const unsigned *b, const unsigned *c) {
	unsigned x[2];
	a += 2 * threadIdx.x, b += 1 * threadIdx.x, c += 2 * threadIdx.x;
	PTX((ptx::mma<ptx::f16, ptx::f16, ptx::f16, 16, 8, 8>(x, a, b, c)),
		"mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 "
		"{%0, %1}, {%2, %3}, {%4}, {%5, %6};\n"
		: "=r"(x[0]), "=r"(x[1])
		: "r"(a[0]), "r"(a[1]),
		  "r"(b[0]),
		  "r"(c[0]), "r"(c[1]));
	for (int i = 0; i < 2; i++) d[2 * threadIdx.x + i] = x[i];
}

__global__ void m16n8k16_f16(unsigned *d, const unsigned *a, const unsigned *b, const unsigned *c) {
	unsigned x[2];
	a += 4 * threadIdx.x, b += 2 * threadIdx.x, c += 2 * threadIdx.x;
	PTX((ptx::mma<ptx::f16, ptx::f16, ptx::f16, 16, 8, 16>(x, a, b, c)),
		"mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 "
		"{%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};\n"
		: "=r"(x[0]), "=r"(x[1])
		: "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]),
		  "r"(b[0]), "r"(b[1]),
		  "r"(c[0]), "r"(c[1]));
	for (int i = 0; i < 2; i++) d[2 * threadIdx.x + i] = x[i];
}

// Matrices of nibbles and of bits, which lie in registers as the PTX ISA says.
//
// sizes: 1
// block: 32
// grid: 1
// from: 8.0
// cards: A100, RTX 3090, H200
// m16n8k64 a[32 * 4]: rand(0, 0xffffffff)
// m16n8k64 b[32 * 2]: rand(0, 0xffffffff)
// m16n8k64 c[32 * 4]: rand(-8, 8)
// m16n8k64 d[32 * 4]: 0
// m16n8k256_xor a[32 * 4]: rand(0, 0xffffffff)
// m16n8k256_xor b[32 * 2]: rand(0, 0xffffffff)
// m16n8k256_xor c[32 * 4]: rand(-8, 8)
// m16n8k256_xor d[32 * 4]: 0
// m16n8k256_and a[32 * 4]: rand(0, 0xffffffff)
// m16n8k256_and b[32 * 2]: rand(0, 0xffffffff)
// m16n8k256_and c[32 * 4]: rand(-8, 8)
// m16n8k256_and d[32 * 4]: 0

#include "../ptx.h"
#ifdef HOST
#include <mma.h>
#endif

__global__ void m16n8k64(unsigned *d, const unsigned *a, const unsigned *b, const unsigned *c) {
	unsigned x[4];
	a += 4 * threadIdx.x, b += 2 * threadIdx.x, c += 4 * threadIdx.x;
	PTX((ptx::mma<ptx::s4, ptx::u4, ptx::s32, 16, 8, 64>(x, a, b, c)),
		"mma.sync.aligned.m16n8k64.row.col.s32.s4.u4.s32 "
		"{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
		: "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
		: "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]),
		  "r"(b[0]), "r"(b[1]),
		  "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
	for (int i = 0; i < 4; i++) d[4 * threadIdx.x + i] = x[i];
}

__global__ void m16n8k256_xor(unsigned *d, const unsigned *a, const unsigned *b, const unsigned *c) {
	unsigned x[4];
	a += 4 * threadIdx.x, b += 2 * threadIdx.x, c += 4 * threadIdx.x;
	PTX((ptx::mma<ptx::b1, ptx::b1, ptx::s32, 16, 8, 256, ptx::either>(x, a, b, c)),
		"mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc "
		"{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
		: "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
		: "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]),
		  "r"(b[0]), "r"(b[1]),
		  "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
	for (int i = 0; i < 4; i++) d[4 * threadIdx.x + i] = x[i];
}

__global__ void m16n8k256_and(unsigned *d, const unsigned *a, const unsigned *b, const unsigned *c) {
	unsigned x[4];
	a += 4 * threadIdx.x, b += 2 * threadIdx.x, c += 4 * threadIdx.x;
	PTX((ptx::mma<ptx::b1, ptx::b1, ptx::s32, 16, 8, 256, ptx::both>(x, a, b, c)),
		"mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc "
		"{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
		: "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
		: "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]),
		  "r"(b[0]), "r"(b[1]),
		  "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
	for (int i = 0; i < 4; i++) d[4 * threadIdx.x + i] = x[i];
}

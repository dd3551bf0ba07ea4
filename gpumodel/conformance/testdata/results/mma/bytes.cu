// Matrices of bytes, which lie in registers as the PTX ISA says.
//
// sizes: 1
// block: 32
// grid: 1
// from: 8.0
// m8n8k16_s8_s8 cards: RTX 2080 Ti, A100
// m8n8k16_s8_s8 a[32 * 1]: rand(0, 0xffffffff)
// m8n8k16_s8_s8 b[32 * 1]: rand(0, 0xffffffff)
// m8n8k16_s8_s8 c[32 * 2]: rand(-8, 8)
// m8n8k16_s8_s8 d[32 * 2]: 0
// m16n8k16_s8_s8 cards: A100, RTX 3090, H200
// m16n8k16_s8_s8 a[32 * 2]: rand(0, 0xffffffff)
// m16n8k16_s8_s8 b[32 * 1]: rand(0, 0xffffffff)
// m16n8k16_s8_s8 c[32 * 4]: rand(-8, 8)
// m16n8k16_s8_s8 d[32 * 4]: 0
// m16n8k32_s8_s8 cards: A100, RTX 3090, H200
// m16n8k32_s8_s8 a[32 * 4]: rand(0, 0xffffffff)
// m16n8k32_s8_s8 b[32 * 2]: rand(0, 0xffffffff)
// m16n8k32_s8_s8 c[32 * 4]: rand(-8, 8)
// m16n8k32_s8_s8 d[32 * 4]: 0
// m8n8k16_s8_u8 cards: RTX 2080 Ti, A100
// m8n8k16_s8_u8 a[32 * 1]: rand(0, 0xffffffff)
// m8n8k16_s8_u8 b[32 * 1]: rand(0, 0xffffffff)
// m8n8k16_s8_u8 c[32 * 2]: rand(-8, 8)
// m8n8k16_s8_u8 d[32 * 2]: 0
// m16n8k16_s8_u8 cards: A100, RTX 3090, H200
// m16n8k16_s8_u8 a[32 * 2]: rand(0, 0xffffffff)
// m16n8k16_s8_u8 b[32 * 1]: rand(0, 0xffffffff)
// m16n8k16_s8_u8 c[32 * 4]: rand(-8, 8)
// m16n8k16_s8_u8 d[32 * 4]: 0
// m16n8k32_s8_u8 cards: A100, RTX 3090, H200
// m16n8k32_s8_u8 a[32 * 4]: rand(0, 0xffffffff)
// m16n8k32_s8_u8 b[32 * 2]: rand(0, 0xffffffff)
// m16n8k32_s8_u8 c[32 * 4]: rand(-8, 8)
// m16n8k32_s8_u8 d[32 * 4]: 0
// m8n8k16_u8_s8 cards: RTX 2080 Ti, A100
// m8n8k16_u8_s8 a[32 * 1]: rand(0, 0xffffffff)
// m8n8k16_u8_s8 b[32 * 1]: rand(0, 0xffffffff)
// m8n8k16_u8_s8 c[32 * 2]: rand(-8, 8)
// m8n8k16_u8_s8 d[32 * 2]: 0
// m16n8k16_u8_s8 cards: A100, RTX 3090, H200
// m16n8k16_u8_s8 a[32 * 2]: rand(0, 0xffffffff)
// m16n8k16_u8_s8 b[32 * 1]: rand(0, 0xffffffff)
// m16n8k16_u8_s8 c[32 * 4]: rand(-8, 8)
// m16n8k16_u8_s8 d[32 * 4]: 0
// m16n8k32_u8_s8 cards: A100, RTX 3090, H200
// m16n8k32_u8_s8 a[32 * 4]: rand(0, 0xffffffff)
// m16n8k32_u8_s8 b[32 * 2]: rand(0, 0xffffffff)
// m16n8k32_u8_s8 c[32 * 4]: rand(-8, 8)
// m16n8k32_u8_s8 d[32 * 4]: 0
// m8n8k16_u8_u8 cards: RTX 2080 Ti, A100
// m8n8k16_u8_u8 a[32 * 1]: rand(0, 0xffffffff)
// m8n8k16_u8_u8 b[32 * 1]: rand(0, 0xffffffff)
// m8n8k16_u8_u8 c[32 * 2]: rand(-8, 8)
// m8n8k16_u8_u8 d[32 * 2]: 0
// m16n8k16_u8_u8 cards: A100, RTX 3090, H200
// m16n8k16_u8_u8 a[32 * 2]: rand(0, 0xffffffff)
// m16n8k16_u8_u8 b[32 * 1]: rand(0, 0xffffffff)
// m16n8k16_u8_u8 c[32 * 4]: rand(-8, 8)
// m16n8k16_u8_u8 d[32 * 4]: 0
// m16n8k32_u8_u8 cards: A100, RTX 3090, H200
// m16n8k32_u8_u8 a[32 * 4]: rand(0, 0xffffffff)
// m16n8k32_u8_u8 b[32 * 2]: rand(0, 0xffffffff)
// m16n8k32_u8_u8 c[32 * 4]: rand(-8, 8)
// m16n8k32_u8_u8 d[32 * 4]: 0

#include "../ptx.h"
#ifdef HOST
#include <mma.h>
#endif

__global__ void m8n8k16_s8_s8(unsigned *d, const unsigned *a, const unsigned *b, const unsigned *c) {
	unsigned x[2];
	a += 1 * threadIdx.x, b += 1 * threadIdx.x, c += 2 * threadIdx.x;
	PTX((ptx::mma<ptx::s8, ptx::s8, ptx::s32, 8, 8, 16>(x, a, b, c)),
		"mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 "
		"{%0, %1}, {%2}, {%3}, {%4, %5};\n"
		: "=r"(x[0]), "=r"(x[1])
		: "r"(a[0]),
		  "r"(b[0]),
		  "r"(c[0]), "r"(c[1]));
	for (int i = 0; i < 2; i++) d[2 * threadIdx.x + i] = x[i];
}

__global__ void m16n8k16_s8_s8(unsigned *d, const unsigned *a, const unsigned *b, const unsigned *c) {
	unsigned x[4];
	a += 2 * threadIdx.x, b += 1 * threadIdx.x, c += 4 * threadIdx.x;
	PTX((ptx::mma<ptx::s8, ptx::s8, ptx::s32, 16, 8, 16>(x, a, b, c)),
		"mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 "
		"{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};\n"
		: "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
		: "r"(a[0]), "r"(a[1]),
		  "r"(b[0]),
		  "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
	for (int i = 0; i < 4; i++) d[4 * threadIdx.x + i] = x[i];
}

__global__ void m16n8k32_s8_s8(unsigned *d, const unsigned *a, const unsigned *b, const unsigned *c) {
	unsigned x[4];
	a += 4 * threadIdx.x, b += 2 * threadIdx.x, c += 4 * threadIdx.x;
	PTX((ptx::mma<ptx::s8, ptx::s8, ptx::s32, 16, 8, 32>(x, a, b, c)),
		"mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
		"{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
		: "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
		: "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]),
		  "r"(b[0]), "r"(b[1]),
		  "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
	for (int i = 0; i < 4; i++) d[4 * threadIdx.x + i] = x[i];
}

__global__ void m8n8k16_s8_u8(unsigned *d, const unsigned *a, const unsigned *b, const unsigned *c) {
	unsigned x[2];
	a += 1 * threadIdx.x, b += 1 * threadIdx.x, c += 2 * threadIdx.x;
	PTX((ptx::mma<ptx::s8, ptx::u8, ptx::s32, 8, 8, 16>(x, a, b, c)),
		"mma.sync.aligned.m8n8k16.row.col.s32.s8.u8.s32 "
		"{%0, %1}, {%2}, {%3}, {%4, %5};\n"
		: "=r"(x[0]), "=r"(x[1])
		: "r"(a[0]),
		  "r"(b[0]),
		  "r"(c[0]), "r"(c[1]));
	for (int i = 0; i < 2; i++) d[2 * threadIdx.x + i] = x[i];
}

__global__ void m16n8k16_s8_u8(unsigned *d, const unsigned *a, const unsigned *b, const unsigned *c) {
	unsigned x[4];
	a += 2 * threadIdx.x, b += 1 * threadIdx.x, c += 4 * threadIdx.x;
	PTX((ptx::mma<ptx::s8, ptx::u8, ptx::s32, 16, 8, 16>(x, a, b, c)),
		"mma.sync.aligned.m16n8k16.row.col.s32.s8.u8.s32 "
		"{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};\n"
		: "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
		: "r"(a[0]), "r"(a[1]),
		  "r"(b[0]),
		  "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
	for (int i = 0; i < 4; i++) d[4 * threadIdx.x + i] = x[i];
}

__global__ void m16n8k32_s8_u8(unsigned *d, const unsigned *a, const unsigned *b, const unsigned *c) {
	unsigned x[4];
	a += 4 * threadIdx.x, b += 2 * threadIdx.x, c += 4 * threadIdx.x;
	PTX((ptx::mma<ptx::s8, ptx::u8, ptx::s32, 16, 8, 32>(x, a, b, c)),
		"mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 "
		"{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
		: "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
		: "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]),
		  "r"(b[0]), "r"(b[1]),
		  "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
	for (int i = 0; i < 4; i++) d[4 * threadIdx.x + i] = x[i];
}

__global__ void m8n8k16_u8_s8(unsigned *d, const unsigned *a, const unsigned *b, const unsigned *c) {
	unsigned x[2];
	a += 1 * threadIdx.x, b += 1 * threadIdx.x, c += 2 * threadIdx.x;
	PTX((ptx::mma<ptx::u8, ptx::s8, ptx::s32, 8, 8, 16>(x, a, b, c)),
		"mma.sync.aligned.m8n8k16.row.col.s32.u8.s8.s32 "
		"{%0, %1}, {%2}, {%3}, {%4, %5};\n"
		: "=r"(x[0]), "=r"(x[1])
		: "r"(a[0]),
		  "r"(b[0]),
		  "r"(c[0]), "r"(c[1]));
	for (int i = 0; i < 2; i++) d[2 * threadIdx.x + i] = x[i];
}

__global__ void m16n8k16_u8_s8(unsigned *d, const unsigned *a, const unsigned *b, const unsigned *c) {
	unsigned x[4];
	a += 2 * threadIdx.x, b += 1 * threadIdx.x, c += 4 * threadIdx.x;
	PTX((ptx::mma<ptx::u8, ptx::s8, ptx::s32, 16, 8, 16>(x, a, b, c)),
		"mma.sync.aligned.m16n8k16.row.col.s32.u8.s8.s32 "
		"{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};\n"
		: "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
		: "r"(a[0]), "r"(a[1]),
		  "r"(b[0]),
		  "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
	for (int i = 0; i < 4; i++) d[4 * threadIdx.x + i] = x[i];
}

__global__ void m16n8k32_u8_s8(unsigned *d, const unsigned *a, const unsigned *b, const unsigned *c) {
	unsigned x[4];
	a += 4 * threadIdx.x, b += 2 * threadIdx.x, c += 4 * threadIdx.x;
	PTX((ptx::mma<ptx::u8, ptx::s8, ptx::s32, 16, 8, 32>(x, a, b, c)),
		"mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 "
		"{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
		: "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
		: "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]),
		  "r"(b[0]), "r"(b[1]),
		  "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
	for (int i = 0; i < 4; i++) d[4 * threadIdx.x + i] = x[i];
}

__global__ void m8n8k16_u8_u8(unsigned *d, const unsigned *a, const unsigned *b, const unsigned *c) {
	unsigned x[2];
	a += 1 * threadIdx.x, b += 1 * threadIdx.x, c += 2 * threadIdx.x;
	PTX((ptx::mma<ptx::u8, ptx::u8, ptx::s32, 8, 8, 16>(x, a, b, c)),
		"mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32 "
		"{%0, %1}, {%2}, {%3}, {%4, %5};\n"
		: "=r"(x[0]), "=r"(x[1])
		: "r"(a[0]),
		  "r"(b[0]),
		  "r"(c[0]), "r"(c[1]));
	for (int i = 0; i < 2; i++) d[2 * threadIdx.x + i] = x[i];
}

__global__ void m16n8k16_u8_u8(unsigned *d, const unsigned *a, const unsigned *b, const unsigned *c) {
	unsigned x[4];
	a += 2 * threadIdx.x, b += 1 * threadIdx.x, c += 4 * threadIdx.x;
	PTX((ptx::mma<ptx::u8, ptx::u8, ptx::s32, 16, 8, 16>(x, a, b, c)),
		"mma.sync.aligned.m16n8k16.row.col.s32.u8.u8.s32 "
		"{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};\n"
		: "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
		: "r"(a[0]), "r"(a[1]),
		  "r"(b[0]),
		  "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
	for (int i = 0; i < 4; i++) d[4 * threadIdx.x + i] = x[i];
}

__global__ void m16n8k32_u8_u8(unsigned *d, const unsigned *a, const unsigned *b, const unsigned *c) {
	unsigned x[4];
	a += 4 * threadIdx.x, b += 2 * threadIdx.x, c += 4 * threadIdx.x;
	PTX((ptx::mma<ptx::u8, ptx::u8, ptx::s32, 16, 8, 32>(x, a, b, c)),
		"mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 "
		"{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
		: "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
		: "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]),
		  "r"(b[0]), "r"(b[1]),
		  "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
	for (int i = 0; i < 4; i++) d[4 * threadIdx.x + i] = x[i];
}

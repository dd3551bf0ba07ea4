// Matrices of bytes, which lie in registers as the PTX ISA says.
//
// sizes: 1
// block: 32
// grid: 1
// from: 8.0
// m8n8k16_* cards: RTX 2080 Ti, A100
// m8n8k16_* a[32 * 1]: rand(0, 0xffffffff)
// m8n8k16_* b[32 * 1]: rand(0, 0xffffffff)
// m8n8k16_* c[32 * 2]: rand(-8, 8)
// m8n8k16_* d[32 * 2]: 0
// m16n8k16_* cards: A100, RTX 3090, H200
// m16n8k16_* a[32 * 2]: rand(0, 0xffffffff)
// m16n8k16_* b[32 * 1]: rand(0, 0xffffffff)
// m16n8k16_* c[32 * 4]: rand(-8, 8)
// m16n8k16_* d[32 * 4]: 0
// m16n8k32_* cards: A100, RTX 3090, H200
// m16n8k32_* a[32 * 4]: rand(0, 0xffffffff)
// m16n8k32_* b[32 * 2]: rand(0, 0xffffffff)
// m16n8k32_* c[32 * 4]: rand(-8, 8)
// m16n8k32_* d[32 * 4]: 0

#include "../fragments.h"

#define PAIR(A, B) \
	MMA(m8n8k16_##A##_##B, 1, 1, 2, unsigned, "r", unsigned, "r", "m8n8k16.row.col.s32." #A "." #B ".s32", ptx::A, ptx::B, ptx::s32, 8, 8, 16) \
	MMA(m16n8k16_##A##_##B, 2, 1, 4, unsigned, "r", unsigned, "r", "m16n8k16.row.col.s32." #A "." #B ".s32", ptx::A, ptx::B, ptx::s32, 16, 8, 16) \
	MMA(m16n8k32_##A##_##B, 4, 2, 4, unsigned, "r", unsigned, "r", "m16n8k32.row.col.s32." #A "." #B ".s32", ptx::A, ptx::B, ptx::s32, 16, 8, 32)

PAIR(s8, s8)
PAIR(s8, u8)
PAIR(u8, s8)
PAIR(u8, u8)

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

#include "../fragments.h"

MMA(m16n8k64, 4, 2, 4, unsigned, "r", unsigned, "r", "m16n8k64.row.col.s32.s4.u4.s32", ptx::s4, ptx::u4, ptx::s32, 16, 8, 64)
MMA(m16n8k256_xor, 4, 2, 4, unsigned, "r", unsigned, "r", "m16n8k256.row.col.s32.b1.b1.s32.xor.popc", ptx::b1, ptx::b1, ptx::s32, 16, 8, 256, ptx::either)
MMA(m16n8k256_and, 4, 2, 4, unsigned, "r", unsigned, "r", "m16n8k256.row.col.s32.b1.b1.s32.and.popc", ptx::b1, ptx::b1, ptx::s32, 16, 8, 256, ptx::both)

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

#include "../fragments.h"

MMA(m16n8k8_f32, 2, 1, 4, unsigned, "r", float, "f", "m16n8k8.row.col.f32.f16.f16.f32", ptx::f16, ptx::f16, ptx::f32, 16, 8, 8)
MMA(m16n8k16_f32, 4, 2, 4, unsigned, "r", float, "f", "m16n8k16.row.col.f32.f16.f16.f32", ptx::f16, ptx::f16, ptx::f32, 16, 8, 16)
MMA(m16n8k8_f16, 2, 1, 2, unsigned, "r", unsigned, "r", "m16n8k8.row.col.f16.f16.f16.f16", ptx::f16, ptx::f16, ptx::f16, 16, 8, 8)
MMA(m16n8k16_f16, 4, 2, 2, unsigned, "r", unsigned, "r", "m16n8k16.row.col.f16.f16.f16.f16", ptx::f16, ptx::f16, ptx::f16, 16, 8, 16)

// Matrices of bfloat16, which lie in registers as the PTX ISA says.
//
// sizes: 1
// block: 32
// grid: 1
// from: 8.0
// cards: A100, RTX 3090, H200
// m16n8k8 a[32 * 2]: bfloat16(rand(-8, 8)) + bfloat16(rand(-8, 8)) << 16
// m16n8k8 b[32 * 1]: bfloat16(rand(-8, 8)) + bfloat16(rand(-8, 8)) << 16
// m16n8k8 c[32 * 4]: rand(-8, 8)
// m16n8k8 d[32 * 4]: 0
// m16n8k16 a[32 * 4]: bfloat16(rand(-8, 8)) + bfloat16(rand(-8, 8)) << 16
// m16n8k16 b[32 * 2]: bfloat16(rand(-8, 8)) + bfloat16(rand(-8, 8)) << 16
// m16n8k16 c[32 * 4]: rand(-8, 8)
// m16n8k16 d[32 * 4]: 0

#include "../fragments.h"

MMA(m16n8k8, 2, 1, 4, unsigned, "r", float, "f", "m16n8k8.row.col.f32.bf16.bf16.f32", ptx::bf16, ptx::bf16, ptx::f32, 16, 8, 8)
MMA(m16n8k16, 4, 2, 4, unsigned, "r", float, "f", "m16n8k16.row.col.f32.bf16.bf16.f32", ptx::bf16, ptx::bf16, ptx::f32, 16, 8, 16)

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

#include "../fragments.h"

MMA(m16n8k4, 2, 1, 4, unsigned, "r", float, "f", "m16n8k4.row.col.f32.tf32.tf32.f32", ptx::tf32, ptx::tf32, ptx::f32, 16, 8, 4)
MMA(m16n8k8, 4, 2, 4, unsigned, "r", float, "f", "m16n8k8.row.col.f32.tf32.tf32.f32", ptx::tf32, ptx::tf32, ptx::f32, 16, 8, 8)

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

#include "../fragments.h"

MMA(m8n8k4, 1, 1, 2, double, "d", double, "d", "m8n8k4.row.col.f64.f64.f64.f64", ptx::f64, ptx::f64, ptx::f64, 8, 8, 4)

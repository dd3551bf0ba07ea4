// Matrices in shared memory: ldmatrix gives the lanes what the PTX ISA says.
//
// sizes: 1
// block: 32
// grid: 1
// a[64 * 40]: i * 7
// d[14 * 32]: 0
// from: 7.5
// cards: RTX 2080 Ti, A100, H200

#include "../ptx.h"
__global__ void k(unsigned *d, const unsigned short *a) {
	__shared__ __align__(16) unsigned short s[64 * 40];
	int t = threadIdx.x;
	for (int i = t; i < 64 * 40; i += 32) s[i] = a[i];
	__syncthreads();
	unsigned at = __cvta_generic_to_shared(&s[t * 2 * 40 + 8 * (t % 3)]), r[14], far;
	PTX(far = at, "{ .reg .u64 p; cvta.to.shared.u64 p, %1; cvt.u32.u64 %0, p; }" : "=r"(far) : "l"(&s[t * 2 * 40 + 8 * (t % 3)]));
	PTX(load_matrix(at, r, 1), "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r[0]) : "r"(at));
	PTX(load_matrix(at, r + 1, 2), "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];\n" : "=r"(r[1]), "=r"(r[2]) : "r"(at));
	PTX(load_matrix(far, r + 3, 4), "ldmatrix.sync.aligned.m8n8.x4.shared::cta.b16 "
		"{%0, %1, %2, %3}, [%4];\n" : "=r"(r[3]), "=r"(r[4]), "=r"(r[5]), "=r"(r[6]) : "r"(far));
	PTX(load_matrix(at, r + 7, 1, true), "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(r[7]) : "r"(at));
	PTX(load_matrix(at, r + 8, 2, true), "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(r[8]), "=r"(r[9]) : "r"(at));
	PTX(load_matrix(at + 16, r + 10, 4, true), "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4+16];"
		: "=r"(r[10]), "=r"(r[11]), "=r"(r[12]), "=r"(r[13]) : "r"(at));
	for (int i = 0; i < 14; i++) d[14 * t + i] = r[i];
}

// Copies of 4, 8 and 16 bytes, of which cp.async reads as many as it is told.
//
// sizes: 32
// block: 32
// grid: 1
// a[32 * 16]: i * 0x01020305 + 0x80f07060
// bytes: i * 5 % 17
// d[32 * 20]: 0
// from: 8.0
// cards: A100, RTX 3090, H200

#include "../ptx.h"
#include <cuda_pipeline.h>
__global__ void k(unsigned *d, const unsigned *a, const unsigned *bytes) {
	__shared__ __align__(16) unsigned s[32 * 20];
	int t = threadIdx.x;
	for (int i = t; i < 32 * 20; i += 32) s[i] = 0xffffffff;
	__syncthreads();
	unsigned at = (unsigned)__cvta_generic_to_shared(&s[20 * t]);
	const unsigned *from = a + 16 * t;
	PTX(copy_async(at, from, 4), "cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(at), "l"(from));
	PTX(copy_async(at + 8, from + 2, 8), "cp.async.ca.shared.global [%0+8], [%1+8], %2;\n" :: "r"(at), "l"(from), "n"(8));
	PTX(copy_async(at + 16, from + 4, 16), "cp.async.cg.shared.global [%0+16], [%1], 16;" :: "r"(at), "l"(from + 4));
	PTX(, "cp.async.commit_group;\n" ::);
	PTX(copy_async(at + 32, from + 8, 16, bytes[t]),
		"cp.async.cg.shared.global.L2::128B [%0 + 32], [%1], 16, %2;" :: "r"(at), "l"(bytes[t] ? from + 8 : nullptr), "r"(bytes[t]));
	PTX(copy_async(at + 48, from + 12, 4, bytes[t] & 3), "cp.async.ca.shared.global [%0], [%1], 4, %2;" :: "r"(at + 48), "l"(from + 12), "r"(bytes[t] & 3));
	PTX(, "cp.async.commit_group;");
	PTX(, "cp.async.wait_group %0;" :: "n"(1));
	__pipeline_memcpy_async(&s[20 * t + 13], from + 13, 4);
	__pipeline_memcpy_async(&s[20 * t + 14], from + 14, 8, 6);
	__pipeline_memcpy_async(&s[20 * t + 16], from, 16, bytes[t]);
	__pipeline_commit();
	__pipeline_wait_prior(0);
	__syncthreads();
	for (int i = t; i < 32 * 20; i += 32) d[i] = s[i];
}

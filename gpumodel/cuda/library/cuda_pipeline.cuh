// What <cuda_pipeline.h> declares, after the CUDA C++ Programming Guide ("Pipeline Interface"). From 8.0 on copies to
// shared memory are asynchronous; elsewhere they are loads and stores, so that they are there when they are committed.

__device__ inline void __pipeline_memcpy_async(void *to, const void *from, size_t bytes, size_t zeros = 0) {
	if (__copies_async(to, from)) {
		if (bytes == 4) __copy_async(to, from, 4, 0, 4 - (unsigned)zeros);
		else if (bytes == 8) __copy_async(to, from, 8, 0, 8 - (unsigned)zeros);
		else if (bytes == 16) __copy_async(to, from, 16, 1, 16 - (unsigned)zeros);
		else assert(false && "__pipeline_memcpy_async copies 4, 8 or 16 bytes");
		return;
	}
	if (bytes == 4 && zeros == 0) *(unsigned *)to = *(const unsigned *)from;
	else if (bytes == 8 && zeros == 0) *(uint2 *)to = *(const uint2 *)from;
	else if (bytes == 16 && zeros == 0) *(uint4 *)to = *(const uint4 *)from;
	else if (bytes == 4 || bytes == 8 || bytes == 16)
		for (size_t i = 0; i < bytes; i++) ((unsigned char *)to)[i] = i < bytes - zeros ? ((const unsigned char *)from)[i] : 0;
	else assert(false && "__pipeline_memcpy_async copies 4, 8 or 16 bytes");
}
__device__ inline void __pipeline_commit() { __copy_commit(); }
__device__ inline void __pipeline_wait_prior(size_t n) { __copy_wait((int)n); }

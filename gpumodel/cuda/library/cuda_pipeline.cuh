// What <cuda_pipeline.h> declares, after the CUDA C++ Programming Guide ("Pipeline Interface"). Copies are
// loads and stores here: nothing is asynchronous, so that a thread's own copies are there when they are committed.

__device__ inline void __pipeline_memcpy_async(void *to, const void *from, size_t bytes, size_t zeros = 0) {
	if (bytes == 4) *(unsigned *)to = zeros == 0 ? *(const unsigned *)from : 0;
	else if (bytes == 8) *(uint2 *)to = zeros == 0 ? *(const uint2 *)from : make_uint2(0, 0);
	else if (bytes == 16) *(uint4 *)to = zeros == 0 ? *(const uint4 *)from : make_uint4(0, 0, 0, 0);
	else assert(false && "__pipeline_memcpy_async copies 4, 8 or 16 bytes");
}
__device__ inline void __pipeline_commit() {}
__device__ inline void __pipeline_wait_prior(size_t n) {}

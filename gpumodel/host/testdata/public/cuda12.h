// What CUDA 12 and older had and CUDA 13 has not, in terms of CUDA 13.
#ifdef __cplusplus
#include <cuda_runtime.h>
#include <assert.h>
static inline cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
static inline cudaError_t cudaThreadExit() { return cudaDeviceReset(); }
static inline cudaMemLocation shimLocation(int d) { cudaMemLocation l; l.id = d < 0 ? 0 : d; l.type = d < 0 ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice; return l; }
static inline cudaError_t cudaMemPrefetchAsync(const void *p, size_t n, int d, cudaStream_t s = 0) { return cudaMemPrefetchAsync(p, n, shimLocation(d), 0u, s); }
static inline cudaError_t cudaMemAdvise(const void *p, size_t n, cudaMemoryAdvise a, int d) { return cudaMemAdvise(p, n, a, shimLocation(d)); }
struct cudaDeviceProp12 : cudaDeviceProp { int deviceOverlap, computeMode, clockRate, memoryClockRate, kernelExecTimeoutEnabled; };
static inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp12 *p, int d) {
	cudaError_t e = cudaGetDeviceProperties((cudaDeviceProp *)p, d);
	p->deviceOverlap = 1;
	cudaDeviceGetAttribute(&p->computeMode, cudaDevAttrComputeMode, d);
	cudaDeviceGetAttribute(&p->clockRate, cudaDevAttrClockRate, d);
	cudaDeviceGetAttribute(&p->memoryClockRate, cudaDevAttrMemoryClockRate, d);
	cudaDeviceGetAttribute(&p->kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout, d);
	return e;
}
static inline cudaError_t cudaChooseDevice(int *d, const cudaDeviceProp12 *p) { return cudaChooseDevice(d, (const cudaDeviceProp *)p); }
#define cudaDeviceProp cudaDeviceProp12
#define __shfl(v, ...) __shfl_sync(0xffffffffu, v, __VA_ARGS__)
#define __shfl_up(v, ...) __shfl_up_sync(0xffffffffu, v, __VA_ARGS__)
#define __shfl_down(v, ...) __shfl_down_sync(0xffffffffu, v, __VA_ARGS__)
#define __shfl_xor(v, ...) __shfl_xor_sync(0xffffffffu, v, __VA_ARGS__)
#define __ballot(p) __ballot_sync(0xffffffffu, p)
#define __any(p) __any_sync(0xffffffffu, p)
#define __all(p) __all_sync(0xffffffffu, p)
#endif

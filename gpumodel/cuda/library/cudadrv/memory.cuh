// Memory: giving it out, copying and filling it. A CUdeviceptr is a number that the runtime's functions take for a pointer.

inline CUresult cuMemAlloc(CUdeviceptr *p, size_t n) { return n ? (CUresult)__sys_cu_cudaMalloc(p, n) : CUDA_ERROR_INVALID_VALUE; }
inline CUresult cuMemFree(CUdeviceptr p) { return (CUresult)__afterCallbacks(__sys_cu_cudaFree(p)); }
inline CUresult cuMemAllocManaged(CUdeviceptr *p, size_t n, unsigned flags) { return n ? (CUresult)__sys_cu_cudaMallocManaged(p, n) : CUDA_ERROR_INVALID_VALUE; }
inline CUresult cuMemAllocPitch(CUdeviceptr *p, size_t *pitch, size_t width, size_t height, unsigned element)
{
    *pitch = (width + 511) / 512 * 512;
    return cuMemAlloc(p, *pitch * height);
}
inline CUresult cuMemAllocAsync(CUdeviceptr *p, size_t n, CUstream s) { return cuMemAlloc(p, n); }
inline CUresult cuMemFreeAsync(CUdeviceptr p, CUstream s) { return (CUresult)__sys_cu_cudaFreeAsync(p, s); }
inline CUresult cuMemGetInfo(size_t *left, size_t *all)
{
    size_t other = 0; // for an answer that nobody wants
    return (CUresult)__sys_cu_cudaMemGetInfo(left ? left : &other, all ? all : &other);
}
inline CUresult cuMemAllocHost(void **p, size_t n) { return (CUresult)__sys_cu_cudaHostAlloc(p, n, 0); }
inline CUresult cuMemHostAlloc(void **p, size_t n, unsigned flags) { return (CUresult)__sys_cu_cudaHostAlloc(p, n, flags); }
inline CUresult cuMemFreeHost(void *p) { return (CUresult)__afterCallbacks(__sys_cu_cudaFreeHost(p)); }
inline CUresult cuMemHostGetDevicePointer(CUdeviceptr *d, void *h, unsigned flags) { return (CUresult)__sys_cu_cudaHostGetDevicePointer(d, h); }
inline CUresult cuMemHostGetFlags(unsigned *flags, void *h) { return (CUresult)__sys_cu_cudaHostGetFlags(flags, h); }
inline CUresult cuMemHostRegister(void *p, size_t n, unsigned flags) { return (CUresult)__sys_cu_cudaHostRegister(p, n, flags); }
inline CUresult cuMemHostUnregister(void *p) { return (CUresult)__sys_cu_cudaHostUnregister(p); }
#define CU_MEMHOSTALLOC_PORTABLE 1
#define CU_MEMHOSTALLOC_DEVICEMAP 2
#define CU_MEMHOSTALLOC_WRITECOMBINED 4
#define CU_MEMHOSTREGISTER_PORTABLE 1
#define CU_MEMHOSTREGISTER_DEVICEMAP 2

// The kind of a copy is the runtime's. Copies that wait run what is due in streams before.
#define __CU_COPY(NAME, TO, FROM, KIND) \
    inline CUresult NAME(TO to, FROM from, size_t n) { return (CUresult)__afterCallbacks(__sys_cu_cudaMemcpy(to, from, n, KIND, 0L, 0)); } \
    inline CUresult NAME##Async(TO to, FROM from, size_t n, CUstream s) { return (CUresult)__sys_cu_cudaMemcpy(to, from, n, KIND, __streamReady(s), 1); }
__CU_COPY(cuMemcpyHtoD, CUdeviceptr, const void *, 1)
__CU_COPY(cuMemcpyDtoH, void *, CUdeviceptr, 2)
__CU_COPY(cuMemcpyDtoD, CUdeviceptr, CUdeviceptr, 3)
__CU_COPY(cuMemcpy, CUdeviceptr, CUdeviceptr, 4)
inline CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext toContext, CUdeviceptr from, CUcontext fromContext, size_t n) { return cuMemcpyDtoD(to, from, n); }
inline CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext toContext, CUdeviceptr from, CUcontext fromContext, size_t n, CUstream s) { return cuMemcpyDtoDAsync(to, from, n, s); }

// A fill counts elements, of one, two or four bytes, where the runtime's counts bytes.
#define __CU_FILL(BITS, TYPE) \
    inline CUresult cuMemsetD##BITS##Async(CUdeviceptr p, TYPE value, size_t n, CUstream s) \
    { \
        return (CUresult)__sys_cu_cudaMemset(p, 0L, value, n * sizeof(TYPE), 1L, sizeof(TYPE), __streamReady(s)); \
    } \
    inline CUresult cuMemsetD##BITS(CUdeviceptr p, TYPE value, size_t n) { return cuMemsetD##BITS##Async(p, value, n, 0); } \
    inline CUresult cuMemsetD2D##BITS(CUdeviceptr p, size_t pitch, TYPE value, size_t width, size_t height) \
    { \
        return (CUresult)__sys_cu_cudaMemset(p, pitch, value, width * sizeof(TYPE), height, sizeof(TYPE), 0L); \
    }
__CU_FILL(8, unsigned char)
__CU_FILL(16, unsigned short)
__CU_FILL(32, unsigned)

inline CUresult cuMemPrefetchAsync(CUdeviceptr p, size_t n, CUdevice device, CUstream s) { return (CUresult)__sys_cu_cudaMemPrefetch(p, n, device, s); }
inline CUresult cuMemAdvise(CUdeviceptr p, size_t n, CUmem_advise advice, CUdevice device) { return (CUresult)__sys_cu_cudaMemAdvise(p, n, advice, device); }
inline CUresult cuPointerGetAttribute(void *data, CUpointer_attribute what, CUdeviceptr p)
{
    cudaPointerAttributes a;
    CUresult error = (CUresult)__sys_cu_cudaPointerGetAttributes(&a, p);
    if (error != CUDA_SUCCESS) return error;
    if (a.type == cudaMemoryTypeUnregistered) return CUDA_ERROR_INVALID_VALUE;
    switch (what) {
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE: *(unsigned *)data = a.type == cudaMemoryTypeHost ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE; break;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: *(void **)data = a.devicePointer; break;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER: *(void **)data = a.hostPointer; break;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED: *(unsigned *)data = a.type == cudaMemoryTypeManaged; break;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *)data = a.device; break;
    default: return CUDA_ERROR_NOT_SUPPORTED;
    }
    return CUDA_SUCCESS;
}

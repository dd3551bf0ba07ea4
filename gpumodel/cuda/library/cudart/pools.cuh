// Memory that is given out in the order of a stream, and the pools that it comes from. A pool keeps nothing back here.

struct __pool { unsigned long long threshold; };
typedef __pool *cudaMemPool_t;
__pool __defaultPool = {0};
struct cudaMemPoolProps {
    cudaMemAllocationType allocType;
    cudaMemAllocationHandleType handleTypes;
    cudaMemLocation location;
    void *win32SecurityAttributes;
    size_t maxSize;
};
struct cudaMemAccessDesc { cudaMemLocation location; cudaMemAccessFlags flags; };

template <typename T> cudaError_t cudaMallocAsync(T **p, size_t n, cudaStream_t stream) { return (cudaError_t)__sys_cudaMalloc((void **)p, n); }
template <typename T> cudaError_t cudaMallocAsync(T **p, size_t n, cudaMemPool_t pool, cudaStream_t stream) { return (cudaError_t)__sys_cudaMalloc((void **)p, n); }
template <typename T> cudaError_t cudaMallocFromPoolAsync(T **p, size_t n, cudaMemPool_t pool, cudaStream_t stream) { return (cudaError_t)__sys_cudaMalloc((void **)p, n); }
cudaError_t cudaFreeAsync(void *p, cudaStream_t stream) { return (cudaError_t)__sys_cudaFreeAsync(p, stream); }
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) { *pool = &__defaultPool; return cudaSuccess; }
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) { *pool = &__defaultPool; return cudaSuccess; }
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) { return cudaSuccess; }
cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *props)
{
    *pool = (cudaMemPool_t)__sys_calloc(1L, sizeof(__pool));
    return cudaSuccess;
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) { if (pool != &__defaultPool) __sys_free(pool); return cudaSuccess; }
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr what, void *value)
{
    if (what == cudaMemPoolAttrReleaseThreshold) pool->threshold = *(unsigned long long *)value;
    return cudaSuccess;
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr what, void *value)
{
    if (what == cudaMemPoolAttrReleaseThreshold) *(unsigned long long *)value = pool->threshold;
    else if ((int)what <= 3) *(int *)value = 1;
    else *(unsigned long long *)value = __sys_cudaUsed();
    return cudaSuccess;
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep) { return cudaSuccess; }
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc *list, size_t n)
{
    for (size_t i = 0; i < n; i++) if (list[i].flags) __sys_cudaPoolAccess(list[i].location.id);
    return cudaSuccess;
}

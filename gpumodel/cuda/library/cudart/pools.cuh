// Memory that is given out in the order of a stream, and the pools that it comes from. A pool keeps nothing back here.

struct __pool { int number; };
typedef __pool *cudaMemPool_t;
struct cudaMemPoolProps {
    cudaMemAllocationType allocType;
    cudaMemAllocationHandleType handleTypes;
    cudaMemLocation location;
    void *win32SecurityAttributes;
    size_t maxSize;
    unsigned short usage;
    unsigned char reserved[54];
};
struct cudaMemAccessDesc { cudaMemLocation location; cudaMemAccessFlags flags; };

template <typename T> cudaError_t cudaMallocAsync(T **p, size_t n, cudaStream_t stream) { return (cudaError_t)__sys_cudaMallocAsync((void **)p, n, stream); }
template <typename T> cudaError_t cudaMallocFromPoolAsync(T **p, size_t n, cudaMemPool_t pool, cudaStream_t stream)
{
    __CHECKED((int)__sys_cudaPoolKnown(pool), cudaErrorInvalidValue);
    return (cudaError_t)__sys_cudaMallocAsync((void **)p, n, stream);
}
template <typename T> cudaError_t cudaMallocAsync(T **p, size_t n, cudaMemPool_t pool, cudaStream_t stream) { return cudaMallocFromPoolAsync(p, n, pool, stream); }
cudaError_t cudaFreeAsync(void *p, cudaStream_t stream) { return (cudaError_t)__sys_cudaFreeAsync(p, stream); }
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) { return (cudaError_t)__sys_cudaPoolOf(pool, device, 1); }
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) { return (cudaError_t)__sys_cudaPoolOf(pool, device, 0); }
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) { return (cudaError_t)__sys_cudaPoolUse(device, pool); }
cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *props)
{
    __CHECKED(pool && props && props->allocType == cudaMemAllocationTypePinned, cudaErrorInvalidValue);
    __CHECKED(props->location.type == cudaMemLocationTypeDevice, cudaErrorInvalidValue);
    return (cudaError_t)__sys_cudaPoolCreate(pool, props->location.id);
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) { return (cudaError_t)__sys_cudaPoolDestroy(pool); }
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr what, void *value) { return (cudaError_t)__sys_cudaPoolAttribute(pool, what, value, 1); }
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr what, void *value) { return (cudaError_t)__sys_cudaPoolAttribute(pool, what, value, 0); }
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep)
{
    __CHECKED((int)__sys_cudaPoolKnown(pool), cudaErrorInvalidValue);
    return cudaSuccess;
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc *list, size_t n)
{
    __CHECKED((int)__sys_cudaPoolKnown(pool) && list, cudaErrorInvalidValue);
    for (size_t i = 0; i < n; i++) {
        __CHECKED(list[i].location.type == cudaMemLocationTypeDevice, cudaErrorInvalidValue);
        int error = (int)__sys_cudaPoolAccess(pool, list[i].location.id, list[i].flags);
        if (error) return (cudaError_t)error;
    }
    return cudaSuccess;
}
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags *flags, cudaMemPool_t pool, cudaMemLocation *where)
{
    __CHECKED(flags && where && where->type == cudaMemLocationTypeDevice, cudaErrorInvalidValue);
    return (cudaError_t)__sys_cudaPoolAccessOf(flags, pool, where->id);
}

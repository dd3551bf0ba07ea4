// What can be asked and set of kernels, and other ways of launching them. A kernel's name is a pointer here, as it is in C++.

struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes, preferredShmemCarveout;
    int clusterDimMustBeSet, requiredClusterWidth, requiredClusterHeight, requiredClusterDepth, clusterSchedulingPolicyPreference, nonPortableClusterSizeAllowed;
    int reserved[16];
};
template <typename F> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *a, F kernel)
{
    __CHECKED(a, cudaErrorInvalidValue);
    __sys_memset(a, 0, sizeof(cudaFuncAttributes));
    return (cudaError_t)__sys_cudaFuncGetAttributes(a, (const void *)kernel);
}
cudaError_t cudaFuncGetName(const char **name, const void *kernel) { return (cudaError_t)__sys_cudaFuncGetName(name, kernel); }
cudaError_t cudaFuncGetParamInfo(const void *kernel, size_t i, size_t *offset, size_t *size) { return (cudaError_t)__sys_cudaFuncGetParamInfo(kernel, i, offset, size); }
template <typename F> cudaError_t cudaFuncSetAttribute(F kernel, cudaFuncAttribute what, int value) { return (cudaError_t)__sys_cudaFuncSetAttribute((const void *)kernel, what, value); }
template <typename F> cudaError_t cudaFuncSetCacheConfig(F kernel, cudaFuncCache config)
{
    cudaError_t error = (cudaError_t)__sys_cudaFuncSetAttribute((const void *)kernel, -1, config);
    if (error) return error;
    __CHECKED((unsigned)config <= cudaFuncCachePreferEqual, cudaErrorInvalidValue);
    return cudaSuccess;
}
template <typename F> cudaError_t cudaFuncSetSharedMemConfig(F kernel, cudaSharedMemConfig config)
{
    cudaError_t error = (cudaError_t)__sys_cudaFuncSetAttribute((const void *)kernel, -1, config);
    if (error) return error;
    __CHECKED((unsigned)config <= cudaSharedMemBankSizeEightByte, cudaErrorInvalidValue);
    return cudaSuccess;
}

template <typename F> cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, F kernel, int block, size_t shared)
{
    return (cudaError_t)__sys_cudaOccupancy(n, (const void *)kernel, block, shared);
}
template <typename F> cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *n, F kernel, int block, size_t shared, unsigned flags)
{
    __CHECKED(!(flags & ~cudaOccupancyDisableCachingOverride), cudaErrorInvalidValue);
    return (cudaError_t)__sys_cudaOccupancy(n, (const void *)kernel, block, shared);
}
template <typename F> cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *n, F kernel, int blocks, int block)
{
    return (cudaError_t)__sys_cudaOccupancyShared(n, (const void *)kernel, blocks, block);
}

// __bestBlock finds the block with which an SM has the most threads; of several the largest.
template <typename F, typename S> cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *best, F kernel, S shared, int limit = 0)
{
    cudaFuncAttributes a;
    if (!grid || !best) return cudaErrorInvalidValue; // which cudaGetLastError does not tell of
    cudaError_t error = cudaFuncGetAttributes(&a, kernel);
    if (error != cudaSuccess) return error;
    int top = a.maxThreadsPerBlock, most = 0;
    if (limit > 0 && limit < top) top = limit;
    *best = 0;
    *grid = 0;
    for (int block = (top + 31) / 32 * 32; block > 0; block -= 32) {
        int size = block < top ? block : top, n = 0;
        error = (cudaError_t)__sys_cudaOccupancy(&n, (const void *)kernel, size, (size_t)shared(size));
        if (error != cudaSuccess) return error;
        if (n * size > most) {
            most = n * size;
            *best = size;
            *grid = n;
        }
    }
    int device = 0;
    cudaGetDevice(&device);
    *grid *= __attribute(cudaDevAttrMultiProcessorCount, device);
    return cudaSuccess;
}
struct __sameShared {
    size_t n;
    size_t operator()(int block) const { return n; }
};
template <typename F> cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, F kernel, size_t shared = 0, int limit = 0)
{
    __sameShared same;
    same.n = shared;
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, kernel, same, limit);
}

template <typename F, typename SIZE>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *grid, int *best, F kernel, SIZE shared, int limit = 0, unsigned flags = 0)
{
    __CHECKED(!(flags & ~cudaOccupancyDisableCachingOverride), cudaErrorInvalidValue);
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, best, kernel, shared, limit);
}
template <typename F> cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, F kernel, size_t shared = 0, int limit = 0, unsigned flags = 0)
{
    __CHECKED(!(flags & ~cudaOccupancyDisableCachingOverride), cudaErrorInvalidValue);
    return cudaOccupancyMaxPotentialBlockSize(grid, block, kernel, shared, limit);
}

template <typename F> cudaError_t cudaLaunchKernel(F kernel, dim3 grid, dim3 block, void **args, size_t shared = 0, cudaStream_t stream = 0)
{
    return (cudaError_t)__sys_cudaLaunchKernel((const void *)kernel, grid.x, grid.y, grid.z, block.x, block.y, block.z, args, shared, stream, 0);
}
template <typename F> cudaError_t cudaLaunchCooperativeKernel(F kernel, dim3 grid, dim3 block, void **args, size_t shared = 0, cudaStream_t stream = 0)
{
    return (cudaError_t)__sys_cudaLaunchKernel((const void *)kernel, grid.x, grid.y, grid.z, block.x, block.y, block.z, args, shared, stream, 1);
}

// Launches whose configuration is a value. Clusters are not modelled.
struct cudaLaunchAttribute {
    cudaLaunchAttributeID id;
    cudaLaunchAttributeValue val;
};
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned numAttrs;
};
template <typename F> cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *c, F kernel, void **args)
{
    int cooperative = 0;
    __CHECKED(c, cudaErrorInvalidValue);
    for (unsigned i = 0; i < c->numAttrs; i++) {
        if (c->attrs[i].id == cudaLaunchAttributeCooperative) cooperative = c->attrs[i].val.cooperative;
        __CHECKED(c->attrs[i].id != cudaLaunchAttributeClusterDimension, cudaErrorNotSupported);
        __CHECKED((unsigned)c->attrs[i].id <= cudaLaunchAttributeNvlinkUtilCentricScheduling, cudaErrorInvalidValue);
    }
    return (cudaError_t)__sys_cudaLaunchKernel((const void *)kernel, c->gridDim.x, c->gridDim.y, c->gridDim.z, c->blockDim.x, c->blockDim.y, c->blockDim.z, args,
                                               c->dynamicSmemBytes, c->stream, cooperative);
}

// cudaLaunchKernelEx converts the arguments to the types of the parameters.
template <typename F, typename... E> cudaError_t __launchEx(const cudaLaunchConfig_t *c, F kernel, E... args)
{
    void *list[] = {(void *)&args...};
    return cudaLaunchKernelExC(c, kernel, list);
}
template <typename... E, typename... A> cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *c, void (*kernel)(E...), A... args)
{
    return __launchEx<void (*)(E...), E...>(c, kernel, (E)args...);
}

// Launches, attributes and occupancy of functions.

#define CU_LAUNCH_PARAM_END ((void *)0)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *)1)
#define CU_LAUNCH_PARAM_BUFFER_SIZE ((void *)2)

// __buffer is the buffer that the extra arguments of a launch name.
inline void *__buffer(void **extra)
{
    for (; extra && *extra != CU_LAUNCH_PARAM_END; extra += 2)
        if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER) return extra[1];
    return 0;
}
inline CUresult cuLaunchKernel(CUfunction f, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY, unsigned blockZ, unsigned shared,
                               CUstream stream, void **params, void **extra)
{
    if (params && extra) return CUDA_ERROR_INVALID_VALUE;
    return (CUresult)__sys_cu_cudaLaunchKernel(f, gridX, gridY, gridZ, blockX, blockY, blockZ, params, shared, __streamReady(stream), 0, __buffer(extra));
}
inline CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY, unsigned blockZ,
                                          unsigned shared, CUstream stream, void **params)
{
    return (CUresult)__sys_cu_cudaLaunchKernel(f, gridX, gridY, gridZ, blockX, blockY, blockZ, params, shared, __streamReady(stream), 1, 0L);
}
struct CUlaunchConfig {
    unsigned gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes;
    CUstream hStream;
    void *attrs;
    unsigned numAttrs;
};
inline CUresult cuLaunchKernelEx(const CUlaunchConfig *c, CUfunction f, void **params, void **extra)
{
    if (c->numAttrs) return CUDA_ERROR_NOT_SUPPORTED;
    return cuLaunchKernel(f, c->gridDimX, c->gridDimY, c->gridDimZ, c->blockDimX, c->blockDimY, c->blockDimZ, c->sharedMemBytes, c->hStream, params, extra);
}
inline CUresult cuLaunchHostFunc(CUstream s, CUhostFn f, void *data) { __addCallback(s, 0, f, data); return CUDA_SUCCESS; }

inline CUresult cuFuncGetAttribute(int *value, CUfunction_attribute what, CUfunction f)
{
    cudaFuncAttributes a;
    __sys_memset(&a, 0, sizeof(a));
    CUresult error = (CUresult)__sys_cu_cudaFuncGetAttributes(&a, f);
    if (error != CUDA_SUCCESS) return error;
    int all[] = {a.maxThreadsPerBlock, (int)a.sharedSizeBytes, (int)a.constSizeBytes, (int)a.localSizeBytes, a.numRegs, a.ptxVersion, a.binaryVersion,
                 a.cacheModeCA, a.maxDynamicSharedSizeBytes, a.preferredShmemCarveout};
    if ((unsigned)what >= sizeof(all) / sizeof(all[0])) return CUDA_ERROR_INVALID_VALUE;
    *value = all[what];
    return CUDA_SUCCESS;
}
inline CUresult cuFuncSetAttribute(CUfunction f, CUfunction_attribute what, int value) { return (CUresult)__sys_cu_cudaFuncSetAttribute(f, what, value); }
inline CUresult cuFuncSetCacheConfig(CUfunction f, CUfunc_cache config) { return (CUresult)__sys_cu_cudaFuncSetAttribute(f, -1, config); }
inline CUresult cuFuncSetSharedMemConfig(CUfunction f, CUsharedconfig config) { return (CUresult)__sys_cu_cudaFuncSetAttribute(f, -1, config); }

inline CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *n, CUfunction f, int block, size_t shared) { return (CUresult)__sys_cu_cudaOccupancy(n, f, block, shared); }
inline CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *n, CUfunction f, int block, size_t shared, unsigned flags)
{
    return (CUresult)__sys_cu_cudaOccupancy(n, f, block, shared);
}
inline CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction f, CUoccupancyB2DSize sharedOf, size_t shared, int limit)
{
    if (sharedOf) return (CUresult)cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, f, sharedOf, limit);
    return (CUresult)cudaOccupancyMaxPotentialBlockSize(grid, block, f, shared, limit);
}
inline CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, CUfunction f, CUoccupancyB2DSize sharedOf, size_t shared, int limit, unsigned flags)
{
    return cuOccupancyMaxPotentialBlockSize(grid, block, f, sharedOf, shared, limit);
}
inline CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *n, CUfunction f, int blocks, int block) { return (CUresult)__sys_cu_cudaOccupancyShared(n, f, blocks, block); }

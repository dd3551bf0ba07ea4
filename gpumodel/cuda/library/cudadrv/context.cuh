// Contexts. The primary context of a device is the one that the runtime has.

struct CUctxCreateParams { void *execAffinityParams; int numExecAffinityParams; void *cigParams; };

inline CUresult cuCtxCreate(CUcontext *c, unsigned flags, CUdevice device) { return (CUresult)__sys_cuContextNew(c, flags, device); }
inline CUresult cuCtxCreate(CUcontext *c, CUctxCreateParams *params, unsigned flags, CUdevice device) { return (CUresult)__sys_cuContextNew(c, flags, device); }
inline CUresult cuCtxDestroy(CUcontext c) { return (CUresult)__sys_cuContextDrop(c); }
inline CUresult cuCtxDetach(CUcontext c) { return (CUresult)__sys_cuContextDrop(c); }
inline CUresult cuCtxPushCurrent(CUcontext c) { return (CUresult)__sys_cuContextBind(c, 1); }
inline CUresult cuCtxSetCurrent(CUcontext c) { return (CUresult)__sys_cuContextBind(c, 0); }
inline CUresult cuCtxPopCurrent(CUcontext *c) { return (CUresult)__sys_cuContextPop(c); }
inline CUresult cuCtxGetCurrent(CUcontext *c) { return (CUresult)__sys_cuContextNow(c); }
inline CUresult cuCtxGetDevice(CUdevice *device) { return (CUresult)__sys_cuContextGet(device, 0L, 0); }
inline CUresult cuCtxGetDevice(CUdevice *device, CUcontext c) { return (CUresult)__sys_cuContextGet(device, c, 0); }
inline CUresult cuCtxGetFlags(unsigned *flags) { return (CUresult)__sys_cuContextGet(flags, 0L, 1); }
inline CUresult cuCtxGetApiVersion(CUcontext c, unsigned *version) { return (CUresult)__sys_cuContextGet(version, c, 2); }
inline CUresult cuCtxSynchronize() { return (CUresult)__afterCallbacks(__sys_cu_cudaDeviceSynchronize()); }
inline CUresult cuCtxSetLimit(CUlimit limit, size_t n) { return (CUresult)__sys_cu_cudaDeviceSetLimit(limit, n); }
inline CUresult cuCtxGetLimit(size_t *n, CUlimit limit) { return (CUresult)__sys_cu_cudaDeviceGetLimit(n, limit); }
inline CUresult cuCtxSetCacheConfig(CUfunc_cache config) { return (CUresult)__sys_cu_cudaSetting(0, config); }
inline CUresult cuCtxGetCacheConfig(CUfunc_cache *config) { *config = (CUfunc_cache)(int)__sys_cudaSetting(0, -1); return CUDA_SUCCESS; }
inline CUresult cuCtxSetSharedMemConfig(CUsharedconfig config) { return (CUresult)__sys_cu_cudaSetting(1, config); }
inline CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest) { return (CUresult)cudaDeviceGetStreamPriorityRange(least, greatest); }
inline CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags)
{
    int device = 0;
    CUresult error = (CUresult)__sys_cuContextGet(&device, peer, 0);
    return error == CUDA_SUCCESS ? (CUresult)__sys_cu_cudaDeviceEnablePeerAccess(device, flags) : error;
}
inline CUresult cuCtxDisablePeerAccess(CUcontext peer)
{
    int device = 0;
    CUresult error = (CUresult)__sys_cuContextGet(&device, peer, 0);
    return error == CUDA_SUCCESS ? (CUresult)__sys_cu_cudaDeviceDisablePeerAccess(device) : error;
}

inline CUresult cuDevicePrimaryCtxRetain(CUcontext *c, CUdevice device) { return (CUresult)__sys_cuPrimaryRetain(c, device); }
inline CUresult cuDevicePrimaryCtxRelease(CUdevice device) { return (CUresult)__sys_cuPrimaryRelease(device, 0); }
inline CUresult cuDevicePrimaryCtxReset(CUdevice device) { return (CUresult)__sys_cuPrimaryRelease(device, 1); }
inline CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags) { return CUDA_SUCCESS; }
inline CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active) { return (CUresult)__sys_cuPrimaryState(flags, active, device); }

inline CUresult cuProfilerStart() { return CUDA_SUCCESS; }
inline CUresult cuProfilerStop() { return CUDA_SUCCESS; }

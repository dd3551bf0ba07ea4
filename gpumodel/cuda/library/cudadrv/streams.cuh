// Streams and events.

inline CUresult cuStreamCreateWithPriority(CUstream *s, unsigned flags, int priority) { return (CUresult)__sys_cu_cudaStreamCreate(s, flags, priority); }
inline CUresult cuStreamCreate(CUstream *s, unsigned flags) { return (CUresult)__sys_cu_cudaStreamCreate(s, flags, 0); }
inline CUresult cuStreamDestroy(CUstream s) { return (CUresult)__sys_cu_cudaStreamDestroy(s); }
inline CUresult cuStreamSynchronize(CUstream s) { return (CUresult)__afterCallbacks(__sys_cu_cudaStreamSynchronize(s)); }
inline CUresult cuStreamQuery(CUstream s) { return (CUresult)__sys_cu_cudaStreamQuery(s); }
inline CUresult cuStreamWaitEvent(CUstream s, CUevent e, unsigned flags) { return (CUresult)__sys_cu_cudaStreamWaitEvent(s, e); }
inline CUresult cuStreamGetFlags(CUstream s, unsigned *flags) { return (CUresult)__sys_cu_cudaStreamGet(s, flags, 0); }
inline CUresult cuStreamGetPriority(CUstream s, int *priority) { return (CUresult)__sys_cu_cudaStreamGet(s, priority, 1); }
inline CUresult cuStreamGetCtx(CUstream s, CUcontext *c) { return cuCtxGetCurrent(c); }
inline CUresult cuStreamAddCallback(CUstream s, CUstreamCallback f, void *data, unsigned flags)
{
    __addCallback(s, (void (*)(cudaStream_t, cudaError_t, void *))f, 0, data);
    return CUDA_SUCCESS;
}

inline CUresult cuEventCreate(CUevent *e, unsigned flags) { return (CUresult)__sys_cu_cudaEventCreate(e, flags); }
inline CUresult cuEventDestroy(CUevent e) { return (CUresult)__sys_cu_cudaEventDestroy(e); }
inline CUresult cuEventRecord(CUevent e, CUstream s) { return (CUresult)__sys_cu_cudaEventRecord(e, s); }
inline CUresult cuEventSynchronize(CUevent e) { return (CUresult)__afterCallbacks(__sys_cu_cudaEventSynchronize(e)); }
inline CUresult cuEventQuery(CUevent e) { return (CUresult)__sys_cu_cudaEventQuery(e); }
inline CUresult cuEventElapsedTime(float *ms, CUevent from, CUevent to) { return (CUresult)__sys_cu_cudaEventElapsedTime(ms, from, to); }

// Streams and events.

struct __event { int number; };
typedef __event *cudaEvent_t;
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, unsigned flags, int priority) { return (cudaError_t)__sys_cudaStreamCreate(s, flags, priority); }
cudaError_t cudaStreamCreate(cudaStream_t *s) { return (cudaError_t)__sys_cudaStreamCreate(s, 0, 0); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned flags) { return (cudaError_t)__sys_cudaStreamCreate(s, flags, 0); }
cudaError_t cudaStreamDestroy(cudaStream_t s) { return (cudaError_t)__sys_cudaStreamDestroy(s); }
cudaError_t cudaStreamSynchronize(cudaStream_t s) { return __afterCallbacks(__sys_cudaStreamSynchronize(s)); }
cudaError_t cudaStreamQuery(cudaStream_t s) { return (cudaError_t)__sys_cudaStreamQuery(s); }
cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e, unsigned flags = 0)
{
    __CHECKED(!(flags & ~cudaEventWaitExternal), cudaErrorInvalidValue);
    return (cudaError_t)__sys_cudaStreamWaitEvent(s, e, flags);
}
cudaError_t cudaStreamGetFlags(cudaStream_t s, unsigned *flags) { return (cudaError_t)__sys_cudaStreamGet(s, flags, 0); }
cudaError_t cudaStreamGetPriority(cudaStream_t s, int *priority) { return (cudaError_t)__sys_cudaStreamGet(s, priority, 1); }
cudaError_t cudaStreamGetId(cudaStream_t s, unsigned long long *id)
{
    int device = 0;
    __CHECKED(id, cudaErrorInvalidValue);
    *id = (unsigned long long)s;
    return (cudaError_t)__sys_cudaStreamGet(s, &device, 2);
}
cudaError_t cudaStreamGetDevice(cudaStream_t s, int *device) { return (cudaError_t)__sys_cudaStreamGet(s, device, 2); }

typedef void (*cudaStreamCallback_t)(cudaStream_t, cudaError_t, void *);
typedef void (*cudaHostFn_t)(void *);
cudaError_t cudaStreamAddCallback(cudaStream_t s, cudaStreamCallback_t f, void *data, unsigned flags)
{
    __CHECKED(f && !flags, cudaErrorInvalidValue);
    __addCallback(s, f, 0, data);
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned flags) { return (cudaError_t)__sys_cudaEventCreate(e, flags); }
cudaError_t cudaEventCreate(cudaEvent_t *e) { return (cudaError_t)__sys_cudaEventCreate(e, 0); }
cudaError_t cudaEventCreate(cudaEvent_t *e, unsigned flags) { return (cudaError_t)__sys_cudaEventCreate(e, flags); }
cudaError_t cudaEventDestroy(cudaEvent_t e) { return (cudaError_t)__sys_cudaEventDestroy(e); }
cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s = 0) { return (cudaError_t)__sys_cudaEventRecord(e, s); }
cudaError_t cudaEventRecordWithFlags(cudaEvent_t e, cudaStream_t s = 0, unsigned flags = 0)
{
    __CHECKED(!(flags & ~cudaEventRecordExternal), cudaErrorInvalidValue);
    return (cudaError_t)__sys_cudaEventRecord(e, s, flags);
}
cudaError_t cudaEventSynchronize(cudaEvent_t e) { return __afterCallbacks(__sys_cudaEventSynchronize(e)); }
cudaError_t cudaEventQuery(cudaEvent_t e) { return (cudaError_t)__sys_cudaEventQuery(e); }
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to) { return (cudaError_t)__sys_cudaEventElapsedTime(ms, from, to); }

// Attributes of streams. What part of the L2 an access is to stay in changes nothing of a time here.
struct cudaAccessPolicyWindow {
    void *base_ptr;
    size_t num_bytes;
    float hitRatio;
    cudaAccessProperty hitProp, missProp;
};
union cudaLaunchAttributeValue {
    char pad[64];
    cudaAccessPolicyWindow accessPolicyWindow;
    int cooperative;
    cudaSynchronizationPolicy syncPolicy;
    int programmaticStreamSerializationAllowed;
    int priority;
    struct { unsigned x, y, z; } clusterDim;
};
typedef cudaLaunchAttributeValue cudaStreamAttrValue;
typedef cudaLaunchAttributeValue cudaKernelNodeAttrValue;
typedef cudaLaunchAttributeID cudaStreamAttrID;
typedef cudaLaunchAttributeID cudaKernelNodeAttrID;
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
cudaError_t cudaStreamSetAttribute(cudaStream_t s, cudaLaunchAttributeID what, const cudaLaunchAttributeValue *value)
{
    if (value && what == cudaLaunchAttributeAccessPolicyWindow)
        __CHECKED(value->accessPolicyWindow.hitRatio >= 0 && value->accessPolicyWindow.hitRatio <= 1, cudaErrorInvalidValue);
    return (cudaError_t)__sys_cudaStreamAttribute(s, what, value, 1);
}
cudaError_t cudaStreamGetAttribute(cudaStream_t s, cudaLaunchAttributeID what, cudaLaunchAttributeValue *value)
{
    return (cudaError_t)__sys_cudaStreamAttribute(s, what, value, 0);
}
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) { return (cudaError_t)__sys_cudaStreamAttributes(to, from); }
cudaError_t cudaCtxResetPersistingL2Cache() { return cudaSuccess; }

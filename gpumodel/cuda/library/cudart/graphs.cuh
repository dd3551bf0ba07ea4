// Graphs: built node by node, or captured from streams.

struct __graph { int number; };
struct __graphExec { int number; };
struct __graphNode { int number; };
typedef __graph *cudaGraph_t;
typedef __graphExec *cudaGraphExec_t;
typedef __graphNode *cudaGraphNode_t;

struct cudaKernelNodeParams { void *func; dim3 gridDim, blockDim; unsigned sharedMemBytes; void **kernelParams, **extra; };
struct cudaMemsetParams { void *dst; size_t pitch; unsigned value, elementSize; size_t width, height; };
struct cudaHostNodeParams { cudaHostFn_t fn; void *userData; };
struct cudaMemAllocNodeParams { cudaMemPoolProps poolProps; const cudaMemAccessDesc *accessDescs; size_t accessDescCount, bytesize; void *dptr; };
struct cudaGraphExecUpdateResultInfo { cudaGraphExecUpdateResult result; cudaGraphNode_t errorNode, errorFromNode; };
struct cudaGraphEdgeData { unsigned char from_port, to_port, type, reserved[5]; };
struct cudaGraphInstantiateParams { unsigned long long flags; cudaStream_t uploadStream; cudaGraphNode_t errNode_out; cudaGraphInstantiateResult result_out; };

cudaError_t cudaGraphCreate(cudaGraph_t *g, unsigned flags)
{
    __CHECKED(!flags, cudaErrorInvalidValue);
    return (cudaError_t)__sys_cudaGraphCreate(g);
}
cudaError_t cudaGraphDestroy(cudaGraph_t g) { return (cudaError_t)__sys_cudaGraphDestroy(g); }
cudaError_t cudaGraphClone(cudaGraph_t *copy, cudaGraph_t g) { return (cudaError_t)__sys_cudaGraphClone(copy, g); }
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t n) { return (cudaError_t)__sys_cudaGraphDestroyNode(n); }

// What nodes are made of: first the words that say where (of a new node: its handle's place, the graph, and the nodes before it; of one
// that is changed: the graph that was instantiated or 0, and the node), then those of the kind.
#define __NEW n, g, after, count
#define __CHANGED(e) e, n, 0L, 0L
#define __KERNEL(p) (p)->func, (p)->gridDim.x, (p)->gridDim.y, (p)->gridDim.z, (p)->blockDim.x, (p)->blockDim.y, (p)->blockDim.z, (p)->kernelParams, (p)->sharedMemBytes
#define __COPY(b, kind) (b).to.at, (b).to.pitch, (b).to.rows, (b).from.at, (b).from.pitch, (b).from.rows, (b).width, (b).height, (b).depth, kind
#define __COPY1D(to, from, bytes, kind) to, 0L, 0L, from, 0L, 0L, bytes, 1L, 1L, kind
#define __FILL(p) (p)->dst, (p)->pitch, (p)->value, (p)->width * (p)->elementSize, (p)->height, (p)->elementSize
#define __AFTER cudaGraphNode_t *n, cudaGraph_t g, const cudaGraphNode_t *after, size_t count

// __kept notes what a node was made of, as cudaGraph…NodeGetParams returns it.
cudaError_t __kept(unsigned long long error, cudaGraphNode_t n, const void *params, size_t bytes)
{
    if (!error) __sys_cudaGraphKeep(n, params, bytes);
    return (cudaError_t)error;
}
// __copyParams is a copy of so many bytes, as one of three dimensions.
cudaMemcpy3DParms __copyParams(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    cudaMemcpy3DParms p;
    __sys_memset(&p, 0, sizeof(p));
    p.dstPtr = make_cudaPitchedPtr(to, bytes, bytes, 1);
    p.srcPtr = make_cudaPitchedPtr((void *)from, bytes, bytes, 1);
    p.extent = make_cudaExtent(bytes, 1, 1);
    p.kind = kind;
    return p;
}

cudaError_t cudaGraphAddEmptyNode(__AFTER) { return (cudaError_t)__sys_cudaGraphAdd(__NEW, 0, 0L, 0L); }
cudaError_t cudaGraphAddKernelNode(__AFTER, const cudaKernelNodeParams *p)
{
    __CHECKED(p, cudaErrorInvalidValue);
    return __kept(__sys_cudaGraphAddKernel(__NEW, __KERNEL(p)), n ? *n : 0, p, sizeof(*p));
}
cudaError_t cudaGraphAddHostNode(__AFTER, const cudaHostNodeParams *p)
{
    __CHECKED(p && p->fn, cudaErrorInvalidValue);
    return __kept(__sys_cudaGraphAdd(__NEW, 1, (void *)p->fn, p->userData), n ? *n : 0, p, sizeof(*p));
}
cudaError_t cudaGraphAddChildGraphNode(__AFTER, cudaGraph_t child) { return (cudaError_t)__sys_cudaGraphAdd(__NEW, 2, child, 0L); }
cudaError_t cudaGraphAddEventRecordNode(__AFTER, cudaEvent_t e) { return (cudaError_t)__sys_cudaGraphAdd(__NEW, 5, e, 0L); }
cudaError_t cudaGraphAddEventWaitNode(__AFTER, cudaEvent_t e) { return (cudaError_t)__sys_cudaGraphAdd(__NEW, 6, e, 0L); }
cudaError_t cudaGraphAddMemcpyNode(__AFTER, const cudaMemcpy3DParms *p)
{
    __CHECKED(p, cudaErrorInvalidValue);
    __box b = __boxOf(p);
    return __kept(__sys_cudaGraphAddCopy(__NEW, __COPY(b, p->kind)), n ? *n : 0, p, sizeof(*p));
}
cudaError_t cudaGraphAddMemcpyNode1D(__AFTER, void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    cudaMemcpy3DParms p = __copyParams(to, from, bytes, kind);
    return __kept(__sys_cudaGraphAddCopy(__NEW, __COPY1D(to, from, bytes, kind)), n ? *n : 0, &p, sizeof(p));
}
template <typename T> cudaError_t cudaGraphAddMemcpyNodeToSymbol(__AFTER, T &symbol, const void *from, size_t bytes, size_t at, cudaMemcpyKind kind)
{
    char *to = 0;
    cudaError_t error = (cudaError_t)__sys_cudaGetSymbol((void **)&to, &symbol, 0);
    return error ? error : cudaGraphAddMemcpyNode1D(__NEW, to + at, from, bytes, kind);
}
template <typename T> cudaError_t cudaGraphAddMemcpyNodeFromSymbol(__AFTER, void *to, T &symbol, size_t bytes, size_t at, cudaMemcpyKind kind)
{
    char *from = 0;
    cudaError_t error = (cudaError_t)__sys_cudaGetSymbol((void **)&from, &symbol, 0);
    return error ? error : cudaGraphAddMemcpyNode1D(__NEW, to, from + at, bytes, kind);
}
cudaError_t cudaGraphAddMemsetNode(__AFTER, const cudaMemsetParams *p)
{
    __CHECKED(p, cudaErrorInvalidValue);
    return __kept(__sys_cudaGraphAddFill(__NEW, __FILL(p)), n ? *n : 0, p, sizeof(*p));
}
cudaError_t cudaGraphAddMemAllocNode(__AFTER, cudaMemAllocNodeParams *p)
{
    __CHECKED(p, cudaErrorInvalidValue);
    cudaError_t error = (cudaError_t)__sys_cudaMalloc(&p->dptr, p->bytesize);
    if (error != cudaSuccess) return error;
    return __kept(__sys_cudaGraphAdd(__NEW, 3, p->dptr, 0L), n ? *n : 0, p, sizeof(*p));
}
cudaError_t cudaGraphAddMemFreeNode(__AFTER, void *p)
{
    __CHECKED(p, cudaErrorInvalidValue);
    return __kept(__sys_cudaGraphAdd(__NEW, 4, p, 0L), n ? *n : 0, &p, sizeof(p));
}

// What nodes are made of can be asked for, and changed: in the graph, or in what it was instantiated to.
#define __PARAMS(NAME, TYPE, KIND, SET, ...) \
    cudaError_t cudaGraph##NAME##NodeGetParams(cudaGraphNode_t n, TYPE *p) { return (cudaError_t)__sys_cudaGraphKept(n, KIND, p, sizeof(TYPE)); } \
    cudaError_t cudaGraph##NAME##NodeSetParams(cudaGraphNode_t n, const TYPE *p) \
    { \
        __CHECKED(p, cudaErrorInvalidValue); \
        return __kept(SET(__CHANGED(0L), __VA_ARGS__), n, p, sizeof(TYPE)); \
    } \
    cudaError_t cudaGraphExec##NAME##NodeSetParams(cudaGraphExec_t e, cudaGraphNode_t n, const TYPE *p) \
    { \
        __CHECKED(e && p, cudaErrorInvalidValue); \
        return (cudaError_t)SET(__CHANGED(e), __VA_ARGS__); \
    }
__PARAMS(Kernel, cudaKernelNodeParams, cudaGraphNodeTypeKernel, __sys_cudaGraphSetKernel, __KERNEL(p))
__PARAMS(Memset, cudaMemsetParams, cudaGraphNodeTypeMemset, __sys_cudaGraphSetFill, __FILL(p))
__PARAMS(Host, cudaHostNodeParams, cudaGraphNodeTypeHost, __sys_cudaGraphSet, 1, (void *)p->fn, p->userData)
__PARAMS(Memcpy, cudaMemcpy3DParms, cudaGraphNodeTypeMemcpy, __sys_cudaGraphSetCopy, __COPY(__boxOf(p), p->kind))
cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t n, cudaMemAllocNodeParams *p) { return (cudaError_t)__sys_cudaGraphKept(n, cudaGraphNodeTypeMemAlloc, p, sizeof(*p)); }
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t n, void *p) { return (cudaError_t)__sys_cudaGraphKept(n, cudaGraphNodeTypeMemFree, p, sizeof(p)); }
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t n, cudaGraph_t *g) { return (cudaError_t)__sys_cudaGraphOf(n, cudaGraphNodeTypeGraph, g); }
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t e, cudaGraphNode_t n, cudaGraph_t child)
{
    __CHECKED(e, cudaErrorInvalidValue);
    return (cudaError_t)__sys_cudaGraphSet(__CHANGED(e), 2, child, 0L);
}
#define __EVENTS(NAME, TYPE, KIND) \
    cudaError_t cudaGraph##NAME##NodeGetEvent(cudaGraphNode_t n, cudaEvent_t *event) { return (cudaError_t)__sys_cudaGraphOf(n, TYPE, event); } \
    cudaError_t cudaGraph##NAME##NodeSetEvent(cudaGraphNode_t n, cudaEvent_t event) { return (cudaError_t)__sys_cudaGraphSet(__CHANGED(0L), KIND, event, 0L); } \
    cudaError_t cudaGraphExec##NAME##NodeSetEvent(cudaGraphExec_t e, cudaGraphNode_t n, cudaEvent_t event) \
    { \
        __CHECKED(e, cudaErrorInvalidValue); \
        return (cudaError_t)__sys_cudaGraphSet(__CHANGED(e), KIND, event, 0L); \
    }
__EVENTS(EventRecord, cudaGraphNodeTypeEventRecord, 5)
__EVENTS(EventWait, cudaGraphNodeTypeWaitEvent, 6)
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t n, void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    cudaMemcpy3DParms p = __copyParams(to, from, bytes, kind);
    return __kept(__sys_cudaGraphSetCopy(__CHANGED(0L), __COPY1D(to, from, bytes, kind)), n, &p, sizeof(p));
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t e, cudaGraphNode_t n, void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    __CHECKED(e, cudaErrorInvalidValue);
    return (cudaError_t)__sys_cudaGraphSetCopy(__CHANGED(e), __COPY1D(to, from, bytes, kind));
}
#define __SYMBOLS(NAME, E, GIVEN) \
    template <typename T> cudaError_t cudaGraph##NAME##ToSymbol(E cudaGraphNode_t n, T &symbol, const void *from, size_t bytes, size_t at, cudaMemcpyKind kind) \
    { \
        char *to = 0; \
        cudaError_t error = (cudaError_t)__sys_cudaGetSymbol((void **)&to, &symbol, 0); \
        return error ? error : cudaGraph##NAME##1D(GIVEN n, to + at, from, bytes, kind); \
    } \
    template <typename T> cudaError_t cudaGraph##NAME##FromSymbol(E cudaGraphNode_t n, void *to, T &symbol, size_t bytes, size_t at, cudaMemcpyKind kind) \
    { \
        char *from = 0; \
        cudaError_t error = (cudaError_t)__sys_cudaGetSymbol((void **)&from, &symbol, 0); \
        return error ? error : cudaGraph##NAME##1D(GIVEN n, to, from + at, bytes, kind); \
    }
#define __EXEC cudaGraphExec_t e,
#define __GIVEN e,
#define __NOTHING
__SYMBOLS(MemcpyNodeSetParams, __NOTHING, __NOTHING)
__SYMBOLS(ExecMemcpyNodeSetParams, __EXEC, __GIVEN)

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t e, cudaGraphNode_t n, unsigned enabled) { return (cudaError_t)__sys_cudaGraphEnable(e, n, enabled != 0, 0L); }
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t e, cudaGraphNode_t n, unsigned *enabled)
{
    __CHECKED(enabled, cudaErrorInvalidValue);
    return (cudaError_t)__sys_cudaGraphEnable(e, n, 0, enabled);
}

// Attributes of kernels in graphs.
cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t n, cudaLaunchAttributeID what, const cudaLaunchAttributeValue *value)
{
    return (cudaError_t)__sys_cudaGraphAttribute(n, what, value, 1);
}
cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t n, cudaLaunchAttributeID what, cudaLaunchAttributeValue *value)
{
    return (cudaError_t)__sys_cudaGraphAttribute(n, what, value, 0);
}
cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from) { return (cudaError_t)__sys_cudaGraphAttributes(to, from); }

// Edges. Those that begin or end at a part of a kernel are not modelled: their data must be 0.
bool __plainEdges(const cudaGraphEdgeData *data, size_t n)
{
    for (size_t i = 0; data && i < n; i++) if (data[i].from_port || data[i].to_port || data[i].type) return false;
    return true;
}
void __clearEdges(cudaGraphEdgeData *data, const size_t *n)
{
    if (data) __sys_memset(data, 0, *n * sizeof(cudaGraphEdgeData));
}
cudaError_t __depend(cudaGraph_t g, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t n, int add)
{
    __CHECKED(!n || from && to, cudaErrorInvalidValue);
    for (size_t i = 0; i < n; i++) {
        int error = (int)__sys_cudaGraphDepend(g, from[i], to[i], add);
        if (error) return (cudaError_t)error;
    }
    return cudaSuccess;
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t g, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t n) { return __depend(g, from, to, n, 1); }
cudaError_t cudaGraphAddDependencies(cudaGraph_t g, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const cudaGraphEdgeData *data, size_t n)
{
    __CHECKED(__plainEdges(data, n), cudaErrorInvalidValue);
    return __depend(g, from, to, n, 1);
}
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t g, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t n) { return __depend(g, from, to, n, 0); }
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t g, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const cudaGraphEdgeData *data, size_t n)
{
    __CHECKED(__plainEdges(data, n), cudaErrorInvalidValue);
    return __depend(g, from, to, n, 0);
}
cudaError_t cudaGraphGetNodes(cudaGraph_t g, cudaGraphNode_t *nodes, size_t *n) { return (cudaError_t)__sys_cudaGraphNodes(g, nodes, n, 0); }
cudaError_t cudaGraphGetRootNodes(cudaGraph_t g, cudaGraphNode_t *nodes, size_t *n) { return (cudaError_t)__sys_cudaGraphNodes(g, nodes, n, 1); }
cudaError_t cudaGraphGetEdges(cudaGraph_t g, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *n) { return (cudaError_t)__sys_cudaGraphEdges(g, from, to, n); }
cudaError_t cudaGraphGetEdges(cudaGraph_t g, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *data, size_t *n)
{
    cudaError_t error = cudaGraphGetEdges(g, from, to, n);
    if (!error) __clearEdges(data, n);
    return error;
}
#define __NEIGHBOURS(NAME, BEHIND) \
    cudaError_t NAME(cudaGraphNode_t n, cudaGraphNode_t *list, size_t *count) { return (cudaError_t)__sys_cudaGraphNeighbours(n, list, count, BEHIND); } \
    cudaError_t NAME(cudaGraphNode_t n, cudaGraphNode_t *list, cudaGraphEdgeData *data, size_t *count) \
    { \
        cudaError_t error = NAME(n, list, count); \
        if (!error) __clearEdges(data, count); \
        return error; \
    }
__NEIGHBOURS(cudaGraphNodeGetDependencies, 0)
__NEIGHBOURS(cudaGraphNodeGetDependentNodes, 1)
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t n, cudaGraphNodeType *type) { return (cudaError_t)__sys_cudaGraphNodeType(n, type); }
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *found, cudaGraphNode_t n, cudaGraph_t clone) { return (cudaError_t)__sys_cudaGraphInClone(found, n, clone); }

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *e, cudaGraph_t g, unsigned long long flags = 0) { return (cudaError_t)__sys_cudaGraphInstantiate(e, g, flags); }
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *e, cudaGraph_t g, unsigned long long flags = 0) { return cudaGraphInstantiateWithFlags(e, g, flags); }
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *e, cudaGraph_t g, cudaGraphNode_t *wrong, char *log, size_t n) { return cudaGraphInstantiateWithFlags(e, g, 0); }
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *e, cudaGraph_t g, cudaGraphInstantiateParams *p)
{
    __CHECKED(p, cudaErrorInvalidValue);
    cudaError_t error = cudaGraphInstantiateWithFlags(e, g, p->flags);
    p->errNode_out = 0;
    p->result_out = error ? cudaGraphInstantiateError : cudaGraphInstantiateSuccess;
    return error;
}
cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t e, unsigned long long *flags) { return (cudaError_t)__sys_cudaGraphFlags(e, flags); }
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t e) { return (cudaError_t)__sys_cudaGraphDestroy(e); }
cudaError_t cudaGraphUpload(cudaGraphExec_t e, cudaStream_t stream) { return (cudaError_t)__sys_cudaGraphFlags(e, 0L); }
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t e, cudaGraph_t g, cudaGraphExecUpdateResultInfo *info)
{
    cudaError_t error = (cudaError_t)__sys_cudaGraphUpdate(e, g);
    if (!info) return error;
    info->errorNode = 0;
    info->errorFromNode = 0;
    info->result = error == cudaSuccess ? cudaGraphExecUpdateSuccess : error == cudaErrorGraphExecUpdateFailure ? cudaGraphExecUpdateErrorTopologyChanged : cudaGraphExecUpdateError;
    return error;
}
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t e, cudaGraph_t g, cudaGraphNode_t *wrong, cudaGraphExecUpdateResult *result)
{
    cudaGraphExecUpdateResultInfo info;
    cudaError_t error = cudaGraphExecUpdate(e, g, &info);
    if (wrong) *wrong = 0;
    if (result) *result = info.result;
    return error;
}
// A function of the host is one of the nodes: the others up to it have run when it is found.
cudaError_t cudaGraphLaunch(cudaGraphExec_t e, cudaStream_t stream)
{
    cudaHostNodeParams host;
    cudaError_t error = (cudaError_t)__sys_cudaGraphLaunch(e, __streamReady(stream));
    while (error == cudaSuccess && (int)__sys_cudaGraphNext(e, &host)) host.fn(host.userData);
    return error;
}

// Memory of graphs is given out when their nodes are made, as other memory is: none is kept back.
cudaError_t cudaDeviceGraphMemTrim(int device) { return (cudaError_t)__sys_cudaDeviceKnown(device); }
cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType what, void *value)
{
    cudaError_t error = (cudaError_t)__sys_cudaDeviceKnown(device);
    if (error) return error;
    __CHECKED(value && (unsigned)what <= cudaGraphMemAttrReservedMemHigh, cudaErrorInvalidValue);
    *(unsigned long long *)value = 0;
    return cudaSuccess;
}
cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType what, void *value)
{
    cudaError_t error = (cudaError_t)__sys_cudaDeviceKnown(device);
    if (error) return error;
    bool high = what == cudaGraphMemAttrUsedMemHigh || what == cudaGraphMemAttrReservedMemHigh;
    __CHECKED(value && high && !*(unsigned long long *)value, cudaErrorInvalidValue);
    return cudaSuccess;
}

// Captures. The mode says what other calls are refused meanwhile.
cudaError_t cudaStreamBeginCapture(cudaStream_t s, cudaStreamCaptureMode mode) { return (cudaError_t)__sys_cudaBeginCapture(s, mode); }
cudaError_t cudaStreamEndCapture(cudaStream_t s, cudaGraph_t *g) { return (cudaError_t)__sys_cudaEndCapture(s, g); }
cudaError_t cudaStreamIsCapturing(cudaStream_t s, cudaStreamCaptureStatus *status) { return (cudaError_t)__sys_cudaCaptureInfo(s, status, 0L, 0L, 0L, 0L); }
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t s, cudaStreamCaptureStatus *status, unsigned long long *id = 0, cudaGraph_t *g = 0, const cudaGraphNode_t **after = 0, size_t *n = 0)
{
    return (cudaError_t)__sys_cudaCaptureInfo(s, status, id, g, after, n);
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t s, cudaStreamCaptureStatus *status, unsigned long long *id, cudaGraph_t *g, const cudaGraphNode_t **after,
                                     const cudaGraphEdgeData **data, size_t *n)
{
    if (data) *data = 0;
    return (cudaError_t)__sys_cudaCaptureInfo(s, status, id, g, after, n);
}
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *mode) { return (cudaError_t)__sys_cudaCaptureMode(mode); }
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t f, void *data)
{
    __CHECKED(f, cudaErrorInvalidValue);
    int capturing = 0;
    cudaError_t error = (cudaError_t)__sys_cudaCaptureInfo(stream, &capturing, 0L, 0L, 0L, 0L);
    if (error) return error;
    if (capturing) return (cudaError_t)__sys_cudaCaptureHost(stream, (void *)f, data);
    __addCallback(stream, 0, f, data);
    return cudaSuccess;
}

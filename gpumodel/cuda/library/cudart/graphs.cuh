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

cudaError_t cudaGraphCreate(cudaGraph_t *g, unsigned flags) { return (cudaError_t)__sys_cudaGraphCreate(g); }
cudaError_t cudaGraphDestroy(cudaGraph_t g) { return (cudaError_t)__sys_cudaGraphDestroy(g); }
cudaError_t cudaGraphClone(cudaGraph_t *copy, cudaGraph_t g) { return (cudaError_t)__sys_cudaGraphClone(copy, g); }
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *n, cudaGraph_t g, const cudaGraphNode_t *after, size_t count) { return (cudaError_t)__sys_cudaGraphAdd(n, g, after, count, 0, 0L, 0L); }
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *n, cudaGraph_t g, const cudaGraphNode_t *after, size_t count, const cudaHostNodeParams *p)
{
    return (cudaError_t)__sys_cudaGraphAdd(n, g, after, count, 1, (void *)p->fn, p->userData);
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *n, cudaGraph_t g, const cudaGraphNode_t *after, size_t count, cudaGraph_t child)
{
    return (cudaError_t)__sys_cudaGraphAdd(n, g, after, count, 2, child, 0L);
}
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *n, cudaGraph_t g, const cudaGraphNode_t *after, size_t count, const cudaKernelNodeParams *p)
{
    return (cudaError_t)__sys_cudaGraphAddKernel(n, g, after, count, p->func, p->gridDim.x, p->gridDim.y, p->gridDim.z, p->blockDim.x, p->blockDim.y, p->blockDim.z,
                                                 p->kernelParams, p->sharedMemBytes);
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *n, cudaGraph_t g, const cudaGraphNode_t *after, size_t count, const cudaMemcpy3DParms *p)
{
    __box b = __boxOf(p);
    return (cudaError_t)__sys_cudaGraphAddCopy(n, g, after, count, b.to.at, b.to.pitch, b.to.rows, b.from.at, b.from.pitch, b.from.rows, b.width, b.height, b.depth, p->kind);
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *n, cudaGraph_t g, const cudaGraphNode_t *after, size_t count, void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    return (cudaError_t)__sys_cudaGraphAddCopy(n, g, after, count, to, 0L, 0L, from, 0L, 0L, bytes, 1L, 1L, kind);
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *n, cudaGraph_t g, const cudaGraphNode_t *after, size_t count, const cudaMemsetParams *p)
{
    return (cudaError_t)__sys_cudaGraphAddFill(n, g, after, count, p->dst, p->pitch, p->value, p->width * p->elementSize, p->height, p->elementSize);
}
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *n, cudaGraph_t g, const cudaGraphNode_t *after, size_t count, cudaMemAllocNodeParams *p)
{
    cudaError_t error = (cudaError_t)__sys_cudaMalloc(&p->dptr, p->bytesize);
    if (error != cudaSuccess) return error;
    return (cudaError_t)__sys_cudaGraphAdd(n, g, after, count, 3, p->dptr, 0L);
}
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *n, cudaGraph_t g, const cudaGraphNode_t *after, size_t count, void *p)
{
    return (cudaError_t)__sys_cudaGraphAdd(n, g, after, count, 4, p, 0L);
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t g, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int error = (int)__sys_cudaGraphDepend(g, from[i], to[i]);
        if (error) return (cudaError_t)error;
    }
    return cudaSuccess;
}
cudaError_t cudaGraphGetNodes(cudaGraph_t g, cudaGraphNode_t *nodes, size_t *n) { return (cudaError_t)__sys_cudaGraphNodes(g, nodes, n, 0); }
cudaError_t cudaGraphGetRootNodes(cudaGraph_t g, cudaGraphNode_t *nodes, size_t *n) { return (cudaError_t)__sys_cudaGraphNodes(g, nodes, n, 1); }
cudaError_t cudaGraphGetEdges(cudaGraph_t g, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *n) { return (cudaError_t)__sys_cudaGraphEdges(g, from, to, n); }
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t n, cudaGraphNodeType *type) { return (cudaError_t)__sys_cudaGraphNodeType(n, type); }

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *e, cudaGraph_t g, unsigned long long flags = 0) { return (cudaError_t)__sys_cudaGraphClone(e, g); }
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *e, cudaGraph_t g, cudaGraphNode_t *wrong, char *log, size_t n) { return (cudaError_t)__sys_cudaGraphClone(e, g); }
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *e, cudaGraph_t g, unsigned long long flags = 0) { return (cudaError_t)__sys_cudaGraphClone(e, g); }
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t e) { return (cudaError_t)__sys_cudaGraphDestroy(e); }
cudaError_t cudaGraphUpload(cudaGraphExec_t e, cudaStream_t stream) { return cudaSuccess; }
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t e, cudaGraph_t g, cudaGraphExecUpdateResultInfo *info)
{
    info->errorNode = 0;
    info->errorFromNode = 0;
    cudaError_t error = (cudaError_t)__sys_cudaGraphUpdate(e, g);
    info->result = error == cudaSuccess ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateErrorTopologyChanged;
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
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t e, cudaGraphNode_t n, const cudaKernelNodeParams *p)
{
    return (cudaError_t)__sys_cudaGraphSetKernel(e, n, p->func, p->gridDim.x, p->gridDim.y, p->gridDim.z, p->blockDim.x, p->blockDim.y, p->blockDim.z, p->kernelParams, p->sharedMemBytes);
}
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t n, const cudaKernelNodeParams *p)
{
    return (cudaError_t)__sys_cudaGraphSetKernel(0L, n, p->func, p->gridDim.x, p->gridDim.y, p->gridDim.z, p->blockDim.x, p->blockDim.y, p->blockDim.z, p->kernelParams, p->sharedMemBytes);
}
// A function of the host is one of the nodes: the others up to it have run when it is found.
cudaError_t cudaGraphLaunch(cudaGraphExec_t e, cudaStream_t stream)
{
    cudaHostNodeParams host;
    cudaError_t error = (cudaError_t)__sys_cudaGraphLaunch(e, __streamReady(stream));
    while (error == cudaSuccess && (int)__sys_cudaGraphNext(e, &host)) host.fn(host.userData);
    return error;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t s, cudaStreamCaptureMode mode) { return (cudaError_t)__sys_cudaBeginCapture(s); }
cudaError_t cudaStreamEndCapture(cudaStream_t s, cudaGraph_t *g) { return (cudaError_t)__sys_cudaEndCapture(s, g); }
cudaError_t cudaStreamIsCapturing(cudaStream_t s, cudaStreamCaptureStatus *status)
{
    *status = (int)__sys_cudaCapturing(s) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
    return cudaSuccess;
}
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *mode) { return cudaSuccess; }
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t f, void *data)
{
    if ((int)__sys_cudaCapturing(stream)) return (cudaError_t)__sys_cudaCaptureHost(stream, (void *)f, data);
    __addCallback(stream, 0, f, data);
    return cudaSuccess;
}

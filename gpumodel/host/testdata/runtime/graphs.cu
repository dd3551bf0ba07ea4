// Graphs that are built node by node.
#include "probe.h"

__global__ void add(int *p, int n) { p[0] += n; }
static void host(void *p) { printf("called with %d\n", *(int *)p); }

static int *d, number = 5;
static cudaGraph_t g, h;
static cudaGraphExec_t e;
static cudaGraphNode_t a, b, c;

static void kernelParams(cudaKernelNodeParams *k, void **args)
{
    memset(k, 0, sizeof *k);
    k->func = (void *)add;
    k->gridDim = dim3(1);
    k->blockDim = dim3(1);
    k->kernelParams = args;
}

static void build()
{
    cudaKernelNodeParams k, back;
    cudaMemsetParams m;
    cudaHostNodeParams f = {host, &number};
    cudaGraphNodeType type = (cudaGraphNodeType)77;
    size_t n = 77;
    int v = 77;
    void *args[] = {&d, &number};
    kernelParams(&k, args);
    memset(&m, 0, sizeof m);
    cudaMalloc(&d, 64);
    m.dst = d;
    m.elementSize = 4;
    m.width = 4;
    m.height = 1;
    m.value = 7;
    T(cudaGraphCreate(&g, 0));
    T(cudaGraphCreate(&h, 1));
    T(cudaGraphCreate(0, 0));
    T(cudaGraphAddMemsetNode(&a, g, 0, 0, &m));
    T(cudaGraphAddKernelNode(&b, g, &a, 1, &k));
    T(cudaGraphAddHostNode(&c, g, &b, 1, &f));
    T(cudaGraphGetNodes(g, 0, &n));
    printf("nodes %d\n", (int)n);
    T(cudaGraphGetRootNodes(g, 0, &n));
    printf("nodes %d\n", (int)n);
    T(cudaGraphNodeGetType(a, &type));
    printf("type %d\n", (int)type);
    T(cudaGraphNodeGetType(b, &type));
    printf("type %d\n", (int)type);
    T(cudaGraphNodeGetType(c, &type));
    printf("type %d\n", (int)type);
    T(cudaGraphNodeGetType(a, 0));
    T(cudaGraphNodeGetType(0, &type));
    T(cudaGraphKernelNodeGetParams(b, &back));
    printf("the same %d, block %d\n", back.func == k.func, (int)back.blockDim.x);
    T(cudaGraphKernelNodeGetParams(a, &back));
    T(cudaGraphKernelNodeGetParams(b, 0));
    T(cudaGraphInstantiate(&e, g, 0));
    T(cudaGraphLaunch(e, 0));
    T(cudaDeviceSynchronize());
    T(cudaMemcpy(&v, d, 4, cudaMemcpyDeviceToHost));
    printf("value %d\n", v);
    T(cudaGraphUpload(e, 0));
    T(cudaGraphInstantiate(0, g, 0));
    T(cudaGraphInstantiate(&e, 0, 0));
    T(cudaGraphLaunch(0, 0));
    T(cudaGraphExecDestroy(e));
    T(cudaGraphExecDestroy(0));
    T(cudaGraphDestroyNode(c));
    T(cudaGraphGetNodes(g, 0, &n));
    printf("nodes %d\n", (int)n);
    T(cudaGraphDestroyNode(0));
    T(cudaGraphDestroy(g));
    T(cudaGraphDestroy(0));
}

static void wrongNodes()
{
    cudaKernelNodeParams k;
    cudaMemsetParams m;
    cudaHostNodeParams f = {0, &number};
    size_t n = 77;
    void *args[] = {&d, &number};
    cudaMalloc(&d, 64);
    kernelParams(&k, args);
    T(cudaGraphCreate(&g, 0));
    T(cudaGraphCreate(&h, 0));
    T(cudaGraphAddKernelNode(&a, g, 0, 0, &k));
    T(cudaGraphAddKernelNode(0, g, 0, 0, &k));
    T(cudaGraphAddKernelNode(&b, 0, 0, 0, &k));
    T(cudaGraphAddKernelNode(&b, g, 0, 0, 0));
    T(cudaGraphAddKernelNode(&b, g, 0, 1, &k));
    T(cudaGraphAddKernelNode(&b, h, &a, 1, &k));
    k.func = 0;
    T(cudaGraphAddKernelNode(&b, g, 0, 0, &k));
    k.func = (void *)add;
    k.gridDim = dim3(0);
    T(cudaGraphAddKernelNode(&b, g, 0, 0, &k));
    k.gridDim = dim3(1);
    k.blockDim = dim3(1025);
    T(cudaGraphAddKernelNode(&b, g, 0, 0, &k));
    k.blockDim = dim3(1);
    k.sharedMemBytes = 1 << 20;
    T(cudaGraphAddKernelNode(&b, g, 0, 0, &k));
    memset(&m, 0, sizeof m);
    m.dst = d;
    m.elementSize = 3;
    m.width = 4;
    m.height = 1;
    T(cudaGraphAddMemsetNode(&b, g, 0, 0, &m));
    m.elementSize = 4;
    m.dst = 0;
    T(cudaGraphAddMemsetNode(&b, g, 0, 0, &m));
    m.dst = d;
    m.height = 2;
    T(cudaGraphAddMemsetNode(&b, g, 0, 0, &m));
    T(cudaGraphAddMemsetNode(&b, g, 0, 0, 0));
    T(cudaGraphAddHostNode(&b, g, 0, 0, &f));
    T(cudaGraphAddHostNode(&b, g, 0, 0, 0));
    T(cudaGraphAddEmptyNode(&b, g, &a, 1));
    T(cudaGraphAddEmptyNode(0, g, &a, 1));
    T(cudaGraphAddChildGraphNode(&c, g, 0, 0, h));
    T(cudaGraphAddChildGraphNode(&c, g, 0, 0, 0));
    T(cudaGraphAddChildGraphNode(&c, g, 0, 0, g));
    T(cudaGraphAddMemcpyNode1D(&c, g, 0, 0, d, &number, 4, cudaMemcpyHostToDevice));
    T(cudaGraphAddMemcpyNode1D(&c, g, 0, 0, d, &number, 4, cudaMemcpyDeviceToHost));
    T(cudaGraphAddMemcpyNode1D(&c, g, 0, 0, 0, &number, 4, cudaMemcpyHostToDevice));
    T(cudaGraphAddMemcpyNode1D(&c, g, 0, 0, d, &number, 0, cudaMemcpyHostToDevice));
    T(cudaGraphAddMemcpyNode1D(&c, g, 0, 0, d, &number, 4, (cudaMemcpyKind)9));
    T(cudaGraphAddMemcpyNode(&c, g, 0, 0, 0));
    T(cudaGraphGetNodes(0, 0, &n));
    T(cudaGraphGetNodes(g, 0, 0));
    T(cudaGraphGetRootNodes(g, 0, 0));
    T(cudaGraphDestroy(g));
    T(cudaGraphDestroy(h));
}

static void changes()
{
    cudaKernelNodeParams k;
    cudaGraphNode_t list[4];
    size_t n = 4;
    int two = 2, v = 0;
    unsigned enabled = 77;
    void *args[] = {&d, &number}, *others[] = {&d, &two};
    cudaGraphExecUpdateResultInfo info;
    unsigned long long flags = 77;
    cudaMalloc(&d, 64);
    cudaMemset(d, 0, 64);
    kernelParams(&k, args);
    T(cudaGraphCreate(&g, 0));
    T(cudaGraphAddKernelNode(&a, g, 0, 0, &k));
    T(cudaGraphAddKernelNode(&b, g, &a, 1, &k));
    T(cudaGraphAddEmptyNode(&c, g, 0, 0));
    T(cudaGraphNodeGetDependencies(b, list, 0, &n));
    printf("nodes %d, the same %d\n", (int)n, list[0] == a);
    n = 4;
    T(cudaGraphNodeGetDependentNodes(a, list, 0, &n));
    printf("nodes %d\n", (int)n);
    T(cudaGraphNodeGetDependencies(0, list, 0, &n));
    T(cudaGraphAddDependencies(g, &b, &c, 0, 1));
    T(cudaGraphAddDependencies(g, &b, &c, 0, 1));
    T(cudaGraphAddDependencies(g, &a, &a, 0, 1));
    n = 4;
    T(cudaGraphGetEdges(g, 0, 0, 0, &n));
    printf("edges %d\n", (int)n);
    T(cudaGraphRemoveDependencies(g, &b, &c, 0, 1));
    T(cudaGraphRemoveDependencies(g, &b, &c, 0, 1));
    T(cudaGraphGetEdges(g, 0, 0, 0, &n));
    printf("edges %d\n", (int)n);
    T(cudaGraphAddDependencies(g, &b, &a, 0, 1));
    T(cudaGraphInstantiate(&e, g, 0));
    T(cudaGraphRemoveDependencies(g, &b, &a, 0, 1));
    T(cudaGraphClone(&h, g));
    T(cudaGraphClone(0, g));
    T(cudaGraphClone(&h, 0));
    T(cudaGraphNodeFindInClone(&list[0], a, h));
    printf("another %d\n", list[0] != a);
    T(cudaGraphNodeFindInClone(&list[0], a, g));
    T(cudaGraphInstantiate(&e, g, 0));
    T(cudaGraphExecGetFlags(e, &flags));
    printf("flags %d\n", (int)flags);
    T(cudaGraphLaunch(e, 0));
    k.kernelParams = others;
    T(cudaGraphExecKernelNodeSetParams(e, a, &k));
    T(cudaGraphLaunch(e, 0));
    T(cudaMemcpy(&v, d, 4, cudaMemcpyDeviceToHost));
    printf("value %d\n", v);
    T(cudaGraphExecKernelNodeSetParams(e, c, &k));
    T(cudaGraphExecKernelNodeSetParams(0, a, &k));
    T(cudaGraphExecKernelNodeSetParams(e, 0, &k));
    T(cudaGraphNodeSetEnabled(e, a, 0));
    T(cudaGraphNodeGetEnabled(e, a, &enabled));
    printf("enabled %u\n", enabled);
    T(cudaGraphLaunch(e, 0));
    T(cudaMemcpy(&v, d, 4, cudaMemcpyDeviceToHost));
    printf("value %d\n", v);
    T(cudaGraphKernelNodeSetParams(b, &k));
    T(cudaGraphKernelNodeSetParams(c, &k));
    T(cudaGraphExecUpdate(e, g, &info));
    printf("result %d\n", (int)info.result);
    T(cudaGraphAddEmptyNode(&c, g, 0, 0));
    T(cudaGraphExecUpdate(e, g, &info));
    printf("result %d\n", (int)info.result);
    T(cudaGraphExecUpdate(e, g, 0));
    T(cudaGraphExecUpdate(0, g, &info));
    T(cudaGraphInstantiateWithFlags(&e, g, 77777));
    T(cudaGraphExecDestroy(e));
    T(cudaGraphDestroy(g));
    T(cudaDeviceSynchronize());
}

static void destroyed()
{
    T(cudaGraphCreate(&g, 0));
    T(cudaGraphDestroy(g));
    T(cudaGraphDestroy(g));
}

static void events()
{
    cudaEvent_t event, other;
    int v = 0;
    T(cudaEventCreate(&event));
    T(cudaGraphCreate(&g, 0));
    T(cudaGraphAddEventRecordNode(&a, g, 0, 0, event));
    T(cudaGraphAddEventWaitNode(&b, g, &a, 1, event));
    T(cudaGraphAddEventRecordNode(&c, g, 0, 0, 0));
    T(cudaGraphEventRecordNodeGetEvent(a, &other));
    printf("the same %d\n", event == other);
    T(cudaGraphEventWaitNodeGetEvent(a, &other));
    T(cudaGraphInstantiate(&e, g, 0));
    T(cudaGraphLaunch(e, 0));
    T(cudaDeviceSynchronize());
    T(cudaEventQuery(event));
    T(cudaDeviceGraphMemTrim(0));
    T(cudaDeviceGraphMemTrim(99));
    size_t used = 77;
    T(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
    printf("used %d, %d\n", (int)used, v);
    T(cudaDeviceGetGraphMemAttribute(0, (cudaGraphMemAttributeType)9, &used));
    T(cudaDeviceGetGraphMemAttribute(99, cudaGraphMemAttrUsedMemCurrent, &used));
    cudaMemAllocNodeParams p;
    memset(&p, 0, sizeof p);
    p.poolProps.allocType = cudaMemAllocationTypePinned;
    p.poolProps.location.type = cudaMemLocationTypeDevice;
    p.bytesize = 256;
    T(cudaGraphAddMemAllocNode(&c, g, 0, 0, &p));
    printf("some %d\n", p.dptr != 0);
    T(cudaGraphAddMemFreeNode(&b, g, &c, 1, p.dptr));
    T(cudaGraphAddMemFreeNode(&b, g, &c, 1, 0));
    T(cudaGraphAddMemAllocNode(&c, g, 0, 0, 0));
    T(cudaGraphDestroy(g));
}

CASES(build, wrongNodes, changes, destroyed, events)

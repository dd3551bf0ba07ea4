// A graph that is built, one that is captured from two streams, and what is changed of them later.
#include <stdio.h>

__global__ void add(int *p, int v) { p[threadIdx.x] += v; }
void CUDART_CB tell(void *data) { printf("host %d\n", *(int *)data); }

int main()
{
    int h[4] = {1, 2, 3, 4}, out[4], *d, one = 1, ten = 10;
    cudaMalloc(&d, sizeof(h));
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);

    cudaGraph_t g;
    cudaGraphCreate(&g, 0);
    cudaGraphNode_t in, first, second, back, host;
    cudaGraphAddMemcpyNode1D(&in, g, NULL, 0, d, h, sizeof(h), cudaMemcpyHostToDevice);
    void *args[] = {&d, &one};
    cudaKernelNodeParams k = {0};
    k.func = (void *)add;
    k.gridDim = dim3(1);
    k.blockDim = dim3(4);
    k.kernelParams = args;
    cudaGraphAddKernelNode(&first, g, &in, 1, &k);
    args[1] = &ten; // the values are copied when the node is added
    cudaGraphAddKernelNode(&second, g, &first, 1, &k);
    cudaMemcpy3DParms c = {0};
    c.srcPtr = make_cudaPitchedPtr(d, sizeof(h), 4, 1);
    c.dstPtr = make_cudaPitchedPtr(out, sizeof(h), 4, 1);
    c.extent = make_cudaExtent(sizeof(h), 1, 1);
    c.kind = cudaMemcpyDeviceToHost;
    cudaGraphAddMemcpyNode(&back, g, &second, 1, &c);
    cudaHostNodeParams p = {tell, out};
    cudaGraphAddHostNode(&host, g, &back, 1, &p);
    size_t nodes = 0, edges = 0;
    cudaGraphGetNodes(g, NULL, &nodes);
    cudaGraphGetEdges(g, NULL, NULL, &edges);
    printf("%zu nodes, %zu edges\n", nodes, edges);

    cudaGraphExec_t e;
    cudaGraphInstantiate(&e, g, NULL, NULL, 0);
    out[0] = 0;
    cudaGraphLaunch(e, s);
    cudaStreamSynchronize(s);
    printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
    int hundred = 100;
    args[1] = &hundred;
    cudaGraphExecKernelNodeSetParams(e, second, &k);
    h[0] = 1000; // nodes copy what is there when they run
    cudaGraphLaunch(e, s);
    cudaStreamSynchronize(s);
    printf("%d %d\n", out[0], out[1]);

    // Nothing is done while a stream is captured. The second stream joins by an event, and comes back by another one.
    cudaGraph_t caught;
    cudaEvent_t fork, join;
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaMemset(d, 0, sizeof(h));
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    add<<<1, 4, 0, s>>>(d, 1);
    cudaEventRecord(fork, s);
    cudaStreamWaitEvent(t, fork, 0);
    add<<<1, 2, 0, t>>>(d, 2);
    add<<<1, 2, 0, s>>>(d + 2, 3);
    cudaEventRecord(join, t);
    cudaStreamWaitEvent(s, join, 0);
    cudaMemcpyAsync(out, d, sizeof(h), cudaMemcpyDeviceToHost, s);
    cudaStreamCaptureStatus status;
    cudaStreamIsCapturing(t, &status);
    printf("capturing %d\n", status == cudaStreamCaptureStatusActive);
    cudaStreamEndCapture(s, &caught);
    cudaGraphGetNodes(caught, NULL, &nodes);
    cudaGraphGetEdges(caught, NULL, NULL, &edges);
    printf("%zu nodes, %zu edges\n", nodes, edges);
    cudaGraphExec_t f;
    cudaGraphInstantiate(&f, caught, 0);
    for (int i = 0; i < 3; i++) cudaGraphLaunch(f, s);
    cudaStreamSynchronize(s);
    printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
    // A call that waits for the stream cannot be captured, and ends the capture.
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    printf("synchronize: %s\n", cudaGetErrorName(cudaStreamSynchronize(s)));
    printf("the end: %s\n", cudaGetErrorName(cudaStreamEndCapture(s, &caught)));
    cudaGetLastError();
    cudaGraphExecDestroy(f);
    cudaGraphDestroy(caught);
    cudaFree(d);
    return 0;
}

// Streams in chunks, each with its own part of the arrays, in the ways in which courses write them: nothing is told.
#include <cstdio>

const int n = 1 << 16, streams = 4, part = n / streams;

__global__ void twice(int *a, int from)
{
    int i = from + blockIdx.x * blockDim.x + threadIdx.x;
    a[i] *= 2;
}

__global__ void interleaved(int *a, int first, int step)
{
    for (int i = first + step * (blockIdx.x * blockDim.x + threadIdx.x); i < n; i += step * blockDim.x * gridDim.x) a[i]++;
}

void mark(void *data) { ++*(int *)data; }

int main()
{
    int *h, *d;
    cudaHostAlloc(&h, n * sizeof(int), cudaHostAllocDefault);
    cudaMalloc(&d, n * sizeof(int));
    cudaStream_t s[streams], apart;
    for (int i = 0; i < streams; i++) cudaStreamCreate(&s[i]);
    cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
    for (int i = 0; i < n; i++) h[i] = i;

    // depth first
    for (int i = 0; i < streams; i++) {
        int from = i * part;
        cudaMemcpyAsync(&d[from], &h[from], part * sizeof(int), cudaMemcpyHostToDevice, s[i]);
        twice<<<part / 256, 256, 0, s[i]>>>(d, from);
        cudaMemcpyAsync(&h[from], &d[from], part * sizeof(int), cudaMemcpyDeviceToHost, s[i]);
    }
    // each part is read as soon as its stream is done
    long sum = 0;
    for (int i = 0; i < streams; i++) {
        cudaStreamSynchronize(s[i]);
        for (int k = i * part; k < (i + 1) * part; k++) sum += h[k];
    }
    // breadth first, every fourth element a stream, behind the default stream
    cudaMemset(d, 0, n * sizeof(int));
    for (int i = 0; i < streams; i++) interleaved<<<8, 256, 0, s[i]>>>(d, i, streams);
    cudaDeviceSynchronize();
    // columns of a matrix
    for (int i = 0; i < streams; i++)
        cudaMemcpy2DAsync(h + 64 * i, 256 * sizeof(int), d + 64 * i, 256 * sizeof(int), 64 * sizeof(int), n / 256, cudaMemcpyDeviceToHost, s[i]);
    while (cudaStreamQuery(s[0]) == cudaErrorNotReady) {}
    cudaDeviceSynchronize();
    sum += h[5];
    // the default stream waits for all of these, and the host for it
    twice<<<n / 256, 256>>>(d, 0);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    sum += h[6];
    // a stream that does not wait for the default one, behind the host
    twice<<<n / 256, 256, 0, apart>>>(d, 0);
    int marks = 0;
    cudaMemcpyAsync(h, d, n * sizeof(int), cudaMemcpyDeviceToHost, apart);
    cudaLaunchHostFunc(apart, mark, &marks);
    cudaStreamSynchronize(apart);
    sum += h[7];
    // a graph, twice
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(s[1], cudaStreamCaptureModeGlobal);
    twice<<<n / 256, 256, 0, s[1]>>>(d, 0);
    cudaMemcpyAsync(h, d, n * sizeof(int), cudaMemcpyDeviceToHost, s[1]);
    cudaStreamEndCapture(s[1], &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, s[1]);
    cudaGraphLaunch(exec, s[2]);
    cudaStreamSynchronize(s[2]);
    printf("%ld, %d, %d\n", sum, h[8], marks);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    for (int i = 0; i < streams; i++) cudaStreamDestroy(s[i]);
    cudaStreamDestroy(apart);
    cudaFree(d);
    cudaFreeHost(h);
}

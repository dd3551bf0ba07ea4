// What captured nodes do can be asked for, and changed in what was instantiated.
#include <cstdio>

#define CHECK(call) do { cudaError_t error = (call); if (error) printf("line %d: %s\n", __LINE__, cudaGetErrorName(error)); } while (0)

struct pair { float by; short twice; };

__global__ void scaled(float *a, pair p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = a[i] * p.by + p.twice;
}

template <typename T> __global__ void filled(T *a, T v) { a[threadIdx.x] = v; }

void told(void *what) { printf("told %s\n", (const char *)what); }

int main()
{
    float *d, *other, h[64] = {}, back[64];
    CHECK(cudaMalloc(&d, sizeof(h)));
    CHECK(cudaMalloc(&other, sizeof(h)));
    CHECK(cudaMemset(other, 0, sizeof(h)));
    cudaStream_t s;
    CHECK(cudaStreamCreate(&s));
    cudaGraph_t g;
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    CHECK(cudaMemsetAsync(d, 1, 32, s));
    CHECK(cudaMemcpyAsync(d, h, sizeof(h), cudaMemcpyHostToDevice, s));
    scaled<<<2, 32, 0, s>>>(d, pair{2, 3}, 64);
    filled<float><<<1, 8, 0, s>>>(d, 5.0f);
    CHECK(cudaLaunchHostFunc(s, told, (void *)"the host"));
    CHECK(cudaStreamEndCapture(s, &g));
    cudaGraphExec_t e;
    CHECK(cudaGraphInstantiate(&e, g, 0));
    cudaGraphNode_t nodes[8], kernel = 0, second = 0;
    size_t count = 8;
    CHECK(cudaGraphGetNodes(g, nodes, &count));
    for (size_t i = 0; i < count; i++) {
        cudaGraphNodeType type;
        CHECK(cudaGraphNodeGetType(nodes[i], &type));
        switch (type) {
        case cudaGraphNodeTypeMemset: {
            cudaMemsetParams p;
            CHECK(cudaGraphMemsetNodeGetParams(nodes[i], &p));
            printf("fill %d, value %u, %zu elements of %u bytes, %zu rows\n", p.dst == d, p.value, p.width, p.elementSize, p.height);
            break;
        }
        case cudaGraphNodeTypeMemcpy: {
            cudaMemcpy3DParms p;
            CHECK(cudaGraphMemcpyNodeGetParams(nodes[i], &p));
            printf("copy %d %d %d %d, %zu x %zu x %zu, kind %d\n", !p.srcArray, p.srcPtr.ptr == h, !p.dstArray, p.dstPtr.ptr == d, p.extent.width, p.extent.height, p.extent.depth, p.kind);
            break;
        }
        case cudaGraphNodeTypeHost: {
            cudaHostNodeParams p;
            CHECK(cudaGraphHostNodeGetParams(nodes[i], &p));
            printf("host %d %s\n", p.fn == told, (const char *)p.userData);
            break;
        }
        case cudaGraphNodeTypeKernel: {
            cudaKernelNodeParams p;
            CHECK(cudaGraphKernelNodeGetParams(nodes[i], &p));
            printf("kernel %d, grid %d, block %d, shared %u\n", p.func != 0, p.gridDim.x, p.blockDim.x, p.sharedMemBytes);
            if (!kernel) {
                kernel = nodes[i];
                printf("by %g, twice %d, n %d\n", ((pair *)p.kernelParams[1])->by, ((pair *)p.kernelParams[1])->twice, *(int *)p.kernelParams[2]);
            } else {
                second = nodes[i];
            }
            break;
        }
        default: printf("type %d\n", type);
        }
    }
    CHECK(cudaGraphLaunch(e, s));
    CHECK(cudaStreamSynchronize(s));
    CHECK(cudaMemcpy(back, d, sizeof(back), cudaMemcpyDeviceToHost));
    printf("%g %g %g\n", back[0], back[8], back[63]);
    // Both kernels write to the other array.
    cudaKernelNodeParams p, q;
    CHECK(cudaGraphKernelNodeGetParams(kernel, &p));
    pair by = {1, 7};
    int n = 40;
    void *args[] = {&other, &by, &n};
    p.kernelParams = args;
    CHECK(cudaGraphExecKernelNodeSetParams(e, kernel, &p));
    CHECK(cudaGraphKernelNodeGetParams(second, &q));
    float v = 9;
    void *others[] = {&other, &v};
    q.kernelParams = others;
    q.blockDim.x = 2;
    CHECK(cudaGraphExecKernelNodeSetParams(e, second, &q));
    CHECK(cudaGraphLaunch(e, s));
    CHECK(cudaStreamSynchronize(s));
    CHECK(cudaMemcpy(back, other, sizeof(back), cudaMemcpyDeviceToHost));
    printf("%g %g %g %g\n", back[0], back[2], back[39], back[40]);
    // The graph itself is the same, and its nodes tell the same again.
    CHECK(cudaGraphKernelNodeGetParams(kernel, &p));
    printf("by %g\n", ((pair *)p.kernelParams[1])->by);
    CHECK(cudaGraphExecDestroy(e));
    CHECK(cudaGraphDestroy(g));
    CHECK(cudaFree(d));
    CHECK(cudaFree(other));
    return 0;
}

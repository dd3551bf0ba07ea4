// The driver's interface, with a kernel that the run-time compiler makes: everything that a launch needs is a call of its own.
#include <cuda.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>

#define CU(x) check(x, #x)
void check(CUresult result, const char *what)
{
    const char *name;
    if (result == CUDA_SUCCESS) return;
    cuGetErrorName(result, &name);
    printf("%s: %s\n", what, name);
    exit(1);
}

const char *source =
    "__constant__ float offset;\n"
    "template <typename T> __device__ T scaled(T x) { return FACTOR * x + (T)offset; }\n"
    "template <typename T> __global__ void each(const T *in, T *out, int n) {\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n) out[i] = scaled(in[i]);\n"
    "}\n"
    "extern \"C\" __global__ void count(int *total) { atomicAdd(total, 1); }\n";

char *compile(const char **lowered)
{
    nvrtcProgram program;
    const char *options[] = {"--gpu-architecture=compute_75", "-DFACTOR=2"};
    size_t size;
    nvrtcCreateProgram(&program, source, "each.cu", 0, NULL, NULL);
    nvrtcAddNameExpression(program, "each<float>");
    printf("compiled: %s\n", nvrtcGetErrorString(nvrtcCompileProgram(program, 2, options)));
    const char *name;
    nvrtcGetLoweredName(program, "each<float>", &name);
    char *copy = (char *)malloc(200);
    snprintf(copy, 200, "%s", name);
    *lowered = copy;
    nvrtcGetPTXSize(program, &size);
    char *ptx = (char *)malloc(size);
    nvrtcGetPTX(program, ptx);
    nvrtcDestroyProgram(&program);
    return ptx;
}

int main()
{
    const int n = 1000;
    CUdevice device;
    CUcontext context, now;
    CUmodule module;
    CUfunction each, count;
    CUdeviceptr in, out, total, offset;
    char name[100];
    int major, minor, registers, blocks;
    size_t bytes;

    CU(cuInit(0));
    CU(cuDeviceGet(&device, 0));
    CU(cuDeviceGetName(name, 100, device));
    CU(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    CU(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
    printf("%s %d.%d\n", name, major, minor);
    CU(cuCtxCreate(&context, 0, device));
    CU(cuCtxGetCurrent(&now));
    printf("the context is the current one: %d\n", now == context);

    const char *lowered;
    char *ptx = compile(&lowered);
    CU(cuModuleLoadDataEx(&module, ptx, 0, NULL, NULL));
    CU(cuModuleGetFunction(&each, module, lowered));
    CU(cuModuleGetFunction(&count, module, "count"));
    CU(cuModuleGetGlobal(&offset, &bytes, module, "offset"));
    printf("offset has %zu bytes\n", bytes);
    CU(cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, each));
    CU(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, each, 256, 0));
    printf("registers: %d, blocks on an SM: %d\n", registers, blocks);

    float h[n], five = 5;
    for (int i = 0; i < n; i++) h[i] = i;
    CU(cuMemAlloc(&in, sizeof(h)));
    CU(cuMemAlloc(&out, sizeof(h)));
    CU(cuMemAlloc(&total, sizeof(int)));
    CU(cuMemcpyHtoD(in, h, sizeof(h)));
    CU(cuMemcpyHtoD(offset, &five, sizeof(five)));
    CU(cuMemsetD32(total, 1000, 1));

    // The arguments of a launch, by their addresses, and in a buffer.
    int count_of = n;
    void *args[] = {&in, &out, &count_of};
    CUstream stream;
    CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CU(cuLaunchKernel(each, (n + 255) / 256, 1, 1, 256, 1, 1, 0, stream, args, NULL));
    CU(cuStreamSynchronize(stream));
    CUdeviceptr buffer[] = {total};
    size_t size = sizeof(buffer);
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    CU(cuLaunchKernel(count, 2, 1, 1, 32, 1, 1, 0, NULL, NULL, extra));
    CU(cuCtxSynchronize());

    int counted;
    CU(cuMemcpyDtoH(h, out, sizeof(h)));
    CU(cuMemcpyDtoH(&counted, total, sizeof(int)));
    printf("%g %g, %d threads counted\n", h[0], h[n - 1], counted - 1000);

    // The runtime works in the context that is the current one, and the driver with the runtime's memory.
    float *d;
    cudaMalloc(&d, sizeof(h));
    CU(cuMemcpyDtoD((CUdeviceptr)d, out, sizeof(h)));
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%g\n", h[1]);
    cudaFree(d);

    CU(cuMemFree(in));
    CU(cuMemFree(out));
    CU(cuStreamDestroy(stream));
    CU(cuModuleUnload(module));
    CU(cuCtxDestroy(context)); // which frees what total points to
    printf("no context: %d\n", cuMemAlloc(&in, 4) == CUDA_ERROR_INVALID_CONTEXT);
    free(ptx);
}

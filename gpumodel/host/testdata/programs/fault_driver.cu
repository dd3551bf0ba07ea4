// What goes wrong with modules and contexts: the driver's errors, and what is said of them.
#include <cuda.h>
#include <nvrtc.h>
#include <stdio.h>
#include <string.h>

void tell(const char *what, CUresult result)
{
    const char *name, *text;
    cuGetErrorName(result, &name);
    cuGetErrorString(result, &text);
    printf("%s: %s (%s)\n", what, name, text);
}

// compile prints what the compiler says.
nvrtcProgram compile(const char *source, int n, const char **options)
{
    nvrtcProgram program;
    char log[2000];
    size_t size;
    nvrtcCreateProgram(&program, source, "add.cu", 0, NULL, NULL);
    nvrtcResult result = nvrtcCompileProgram(program, n, options);
    nvrtcGetProgramLogSize(program, &size);
    nvrtcGetProgramLog(program, log);
    printf("%s, a log of %zu bytes\n%s", nvrtcGetErrorString(result), size, log);
    return program;
}

const char *add = "__global__ void add(float *a, float b)\n{\n    a[threadIdx.x] += b;\n}\n";

int main()
{
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction f;
    CUdeviceptr d;
    char image[10000];

    tell("before cuInit", cuDeviceGet(&device, 0));
    cuInit(0);
    tell("there is one device", cuDeviceGet(&device, 1));
    cuDeviceGet(&device, 0);
    tell("without a context", cuMemAlloc(&d, 100));
    cuCtxCreate(&context, 0, device);

    compile("__global__ void k(float *a)\n{\n    a[0] = b;\n}\n", 0, NULL);
    const char *wrong[] = {"--no-such-option"};
    compile(add, 1, wrong);

    tell("somebody else's PTX", cuModuleLoadData(&module, "//\n.version 8.0\n.target sm_75\n.address_size 64\n"));
    tell("no image", cuModuleLoadData(&module, "text"));
    tell("no file", cuModuleLoad(&module, "missing.cubin"));

    const char *newer[] = {"-arch=compute_90"}, *other[] = {"-arch", "sm_80"};
    nvrtcGetPTX(compile(add, 1, newer), image);
    tell("PTX for later cards", cuModuleLoadData(&module, image));
    nvrtcGetCUBIN(compile(add, 2, other), image);
    tell("code of another card", cuModuleLoadData(&module, image));

    nvrtcGetPTX(compile(add, 0, NULL), image);
    tell("an image", cuModuleLoadData(&module, image));
    tell("C++ has longer names", cuModuleGetFunction(&f, module, "add"));
    tell("as nvcc makes them", cuModuleGetFunction(&f, module, "_Z3addPff"));
    tell("no such kernel", cuModuleGetFunction(&f, module, "sub"));
    tell("no such variable", cuModuleGetGlobal(&d, NULL, module, "x"));

    float one = 1;
    cuMemAlloc(&d, 10 * sizeof(float));
    cuMemsetD32(d, 0, 10);
    void *args[] = {&d, &one};
    cuModuleGetFunction(&f, module, "_Z3addPff");
    tell("a block that is too large", cuLaunchKernel(f, 1, 1, 1, 2048, 1, 1, 0, NULL, args, NULL));
    CUdeviceptr far = d + (1ll << 34);
    args[0] = &far;
    tell("out of bounds", cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, NULL, args, NULL));
    tell("and then", cuCtxSynchronize());
    tell("for good", cuMemFree(d));
    printf("the runtime's last error: %s\n", cudaGetErrorName(cudaGetLastError()));
}

// A module from a file that nvcc would make, one that includes a header, and PTX that went through a file.
#include <cuda.h>
#include <nvrtc.h>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

CUdeviceptr d;

void run(const char *what, CUmodule module, const char *kernel)
{
    CUfunction f;
    int h = 1, n = 21;
    cuMemcpyHtoD(d, &h, sizeof(int));
    void *args[] = {&d, &n};
    CUresult result = cuModuleGetFunction(&f, module, kernel);
    if (result == CUDA_SUCCESS) result = cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, args, 0);
    cuMemcpyDtoH(&h, d, sizeof(int));
    std::cout << what << ": " << result << ", " << h << std::endl;
}

std::string text(const char *file)
{
    std::ifstream in(file);
    std::ostringstream all;
    all << in.rdbuf();
    return all.str();
}

int main()
{
    CUcontext context;
    CUmodule module;
    cuInit(0);
    cuCtxCreate(&context, 0, 0);
    cuMemAlloc(&d, sizeof(int));

    cuModuleLoad(&module, "scale.cubin");
    run("from a file", module, "scale");

    // A program that reads the file itself.
    cuModuleLoadData(&module, text("scale64.fatbin").c_str());
    run("from memory", module, "scale");

    // Headers come from the program or from files; the image carries them.
    const char *headers[] = {"#define ADDED 100\n"}, *names[] = {"added.h"}, *options[] = {"-I", "include"};
    nvrtcProgram program;
    size_t size;
    nvrtcCreateProgram(&program, "#include \"added.h\"\n#include <twice.h>\n"
                                 "extern \"C\" __global__ void k(int *a, int n) { *a = twice(n) + ADDED; }\n", 0, 1, headers, names);
    nvrtcResult result = nvrtcCompileProgram(program, 2, options);
    nvrtcGetPTXSize(program, &size);
    std::string ptx(size, ' ');
    nvrtcGetPTX(program, &ptx[0]);
    std::cout << nvrtcGetErrorString(result) << std::endl;
    {
        std::ofstream out("k.ptx");
        out << ptx.c_str();
    }
    cuModuleLoad(&module, "k.ptx");
    run("through a file", module, "k");

    std::cout << "outside: " << cuModuleLoad(&module, "../scale.cubin") << std::endl;
    cuMemFree(d);
}

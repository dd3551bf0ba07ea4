// What a program can ask a GPU about itself, in the order in which NVIDIA's sample of this name tells it.
#include <cstdio>
#include <cuda_runtime.h>

int main() {
    int devices = 0, driver = 0, runtime = 0;
    cudaGetDeviceCount(&devices);
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    printf("Detected %d CUDA capable device(s), modelled\n", devices);
    for (int i = 0; i < devices; i++) {
        cudaDeviceProp p;
        int clock = 0, memoryClock = 0, single = 0;
        cudaGetDeviceProperties(&p, i);
        cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, i);
        cudaDeviceGetAttribute(&memoryClock, cudaDevAttrMemoryClockRate, i);
        cudaDeviceGetAttribute(&single, cudaDevAttrSingleToDoublePrecisionPerfRatio, i);
        printf("\nDevice %d: \"%s\"\n", i, p.name);
        printf("  CUDA Driver Version / Runtime Version          %d.%d / %d.%d\n", driver / 1000, driver % 100 / 10, runtime / 1000, runtime % 100 / 10);
        printf("  CUDA Capability Major/Minor version number:    %d.%d\n", p.major, p.minor);
        printf("  Total amount of global memory:                 %.0f MBytes (%llu bytes)\n", p.totalGlobalMem / 1048576.0, (unsigned long long)p.totalGlobalMem);
        printf("  Multiprocessors:                               %d\n", p.multiProcessorCount);
        printf("  GPU Max Clock rate:                            %.0f MHz (%.2f GHz)\n", clock * 1e-3, clock * 1e-6);
        printf("  Memory Clock rate:                             %.0f MHz\n", memoryClock * 1e-3);
        printf("  Memory Bus Width:                              %d-bit\n", p.memoryBusWidth);
        printf("  L2 Cache Size:                                 %d bytes\n", p.l2CacheSize);
        printf("  Total amount of constant memory:               %zu bytes\n", p.totalConstMem);
        printf("  Total amount of shared memory per block:       %zu bytes\n", p.sharedMemPerBlock);
        printf("  Total shared memory per multiprocessor:        %zu bytes\n", p.sharedMemPerMultiprocessor);
        printf("  Total number of registers available per block: %d\n", p.regsPerBlock);
        printf("  Warp size:                                     %d\n", p.warpSize);
        printf("  Maximum number of threads per multiprocessor:  %d\n", p.maxThreadsPerMultiProcessor);
        printf("  Maximum number of threads per block:           %d\n", p.maxThreadsPerBlock);
        printf("  Max dimension size of a thread block (x,y,z): (%d, %d, %d)\n", p.maxThreadsDim[0], p.maxThreadsDim[1], p.maxThreadsDim[2]);
        printf("  Max dimension size of a grid size    (x,y,z): (%d, %d, %d)\n", p.maxGridSize[0], p.maxGridSize[1], p.maxGridSize[2]);
        printf("  Concurrent copy and kernel execution:          %s with %d copy engine(s)\n", p.asyncEngineCount ? "Yes" : "No", p.asyncEngineCount);
        printf("  Concurrent kernels:                            %s\n", p.concurrentKernels ? "Yes" : "No");
        printf("  Device has ECC support:                        %s\n", p.ECCEnabled ? "Enabled" : "Disabled");
        printf("  Device supports Unified Addressing (UVA):      %s\n", p.unifiedAddressing ? "Yes" : "No");
        printf("  Device supports Managed Memory:                %s\n", p.managedMemory ? "Yes" : "No");
        printf("  Supports Cooperative Kernel Launch:            %s\n", p.cooperativeLaunch ? "Yes" : "No");
        printf("  Single to double precision performance ratio:  %d\n", single);
    }
    printf("Result = PASS\n");
    return devices ? 0 : 1;
}

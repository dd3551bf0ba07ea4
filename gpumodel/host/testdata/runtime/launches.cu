// Launches: wrong configurations, attributes of kernels, occupancy, launches by a call.
#include "probe.h"

__global__ void ok(int *p) { if (p) p[0] = 7; }
__global__ void add(int *p, int a, double b) { p[0] = a + (int)b; }
__global__ void fixed(int *p) { __shared__ int s[1024]; s[threadIdx.x] = 1; __syncthreads(); if (p) p[0] = s[0]; }
__global__ void dynamic(int *p) { extern __shared__ int s[]; s[threadIdx.x] = 1; __syncthreads(); if (p) p[0] = s[0]; }
__global__ void __launch_bounds__(128) bounded(int *p) { if (p) p[0] = 1; }
static size_t shared64(int block) { return block * 64; }

static void configurations()
{
    L(ok<<<1, 1024>>>(0));
    L(ok<<<1, 1025>>>(0));
    L(ok<<<0, 32>>>(0));
    L(ok<<<1, 0>>>(0));
    L(ok<<<-1, 32>>>(0));
    L(ok<<<1, -1>>>(0));
    L(ok<<<dim3(1, 65535), 1>>>(0));
    L(ok<<<dim3(1, 65536), 1>>>(0));
    L(ok<<<dim3(1, 1, 65536), 1>>>(0));
    L(ok<<<dim3(1, 0, 1), 1>>>(0));
    L(ok<<<1, dim3(1, 1, 64)>>>(0));
    L(ok<<<1, dim3(1, 1, 65)>>>(0));
    L(ok<<<1, dim3(1, 1024, 1)>>>(0));
    L(ok<<<1, dim3(32, 33, 1)>>>(0));
    L(ok<<<1, dim3(1, 2048, 1)>>>(0));
    L(bounded<<<1, 128>>>(0));
    L(bounded<<<1, 129>>>(0));
    L(bounded<<<1, 2000>>>(0));
    L(fixed<<<1, 32, 45056>>>(0));
    L(fixed<<<1, 32, 45057>>>(0));
    L(dynamic<<<1, 32, 49152>>>(0));
    L(dynamic<<<1, 32, 49153>>>(0));
    L(dynamic<<<1, 32, 232449>>>(0));
    L(dynamic<<<1, 32, (size_t)-4>>>(0));
    L(dynamic<<<1, 32, (size_t)1 << 32>>>(0));
    T(cudaDeviceSynchronize());
    T(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448));
    L(dynamic<<<1, 32, 232448>>>(0));
    L(dynamic<<<1, 32, 232449>>>(0));
    T(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 232449));
    T(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 1000));
    L(dynamic<<<1, 32, 1000>>>(0));
    L(dynamic<<<1, 32, 1001>>>(0));
    T(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
    T(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 0));
    L(dynamic<<<1, 32, 1000>>>(0));
    T(cudaFuncSetAttribute(fixed, cudaFuncAttributeMaxDynamicSharedMemorySize, 228352));
    T(cudaFuncSetAttribute(fixed, cudaFuncAttributeMaxDynamicSharedMemorySize, 228353));
    T(cudaFuncSetAttribute(dynamic, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
    T(cudaFuncSetAttribute(dynamic, cudaFuncAttributePreferredSharedMemoryCarveout, 100));
    T(cudaFuncSetAttribute(dynamic, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
    T(cudaFuncSetAttribute(dynamic, cudaFuncAttributePreferredSharedMemoryCarveout, -1));
    T(cudaFuncSetAttribute(dynamic, cudaFuncAttributePreferredSharedMemoryCarveout, -2));
    T(cudaFuncSetAttribute(dynamic, (cudaFuncAttribute)0, 1));
    T(cudaFuncSetAttribute(dynamic, (cudaFuncAttribute)77, 1));
    T(cudaFuncSetAttribute((const void *)0, cudaFuncAttributeMaxDynamicSharedMemorySize, 1));
    T(cudaFuncSetAttribute((const void *)&shared64, cudaFuncAttributeMaxDynamicSharedMemorySize, 1));
    T(cudaFuncSetCacheConfig(dynamic, cudaFuncCachePreferL1));
    T(cudaFuncSetCacheConfig(dynamic, (cudaFuncCache)9));
    T(cudaFuncSetCacheConfig((const void *)0, cudaFuncCachePreferL1));
    T(cudaFuncSetSharedMemConfig(dynamic, cudaSharedMemBankSizeEightByte));
    T(cudaFuncSetSharedMemConfig(dynamic, (cudaSharedMemConfig)9));
    T(cudaDeviceSynchronize());
}

static void print(const cudaFuncAttributes &a)
{
    printf("shared %d, constant %d, local %d, threads %d, ptx %d, binary %d, cache %d, dynamic %d, carveout %d\n", (int)a.sharedSizeBytes,
           (int)a.constSizeBytes, (int)a.localSizeBytes, a.maxThreadsPerBlock, a.ptxVersion, a.binaryVersion, a.cacheModeCA, a.maxDynamicSharedSizeBytes,
           a.preferredShmemCarveout);
    printf("clusters %d, size %d x %d x %d, policy %d, others %d\n", a.clusterDimMustBeSet, a.requiredClusterWidth, a.requiredClusterHeight,
           a.requiredClusterDepth, a.clusterSchedulingPolicyPreference, a.nonPortableClusterSizeAllowed);
}

static void attributes()
{
    cudaFuncAttributes a;
    memset(&a, 0x5a, sizeof a);
    printf("size %d\n", (int)sizeof a);
    T(cudaFuncGetAttributes(&a, ok));
    print(a);
    T(cudaFuncGetAttributes(&a, fixed));
    print(a);
    T(cudaFuncGetAttributes(&a, bounded));
    print(a);
    T(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
    T(cudaFuncSetAttribute(dynamic, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
    T(cudaFuncGetAttributes(&a, dynamic));
    print(a);
    T(cudaFuncGetAttributes((cudaFuncAttributes *)0, ok));
    T(cudaFuncGetAttributes(&a, (const void *)0));
    T(cudaFuncGetAttributes(&a, (const void *)&shared64));
    const char *name = 0;
    T(cudaFuncGetName(&name, (const void *)ok));
    printf("name %s\n", name ? name : "none");
    T(cudaFuncGetName(0, (const void *)ok));
    T(cudaFuncGetName(&name, (const void *)0));
    size_t offset = 77, size = 77;
    T(cudaFuncGetParamInfo((const void *)add, 0, &offset, &size));
    printf("at %d, size %d\n", (int)offset, (int)size);
    T(cudaFuncGetParamInfo((const void *)add, 2, &offset, &size));
    printf("at %d, size %d\n", (int)offset, (int)size);
    T(cudaFuncGetParamInfo((const void *)add, 3, &offset, &size));
    T(cudaFuncGetParamInfo((const void *)add, 0, 0, &size));
    T(cudaFuncGetParamInfo((const void *)add, 0, &offset, 0));
}

static void occupancy()
{
    int n = 77, grid = 77, block = 77;
    size_t bytes = 77;
    int threads[] = {1, 32, 33, 128, 256, 768, 1024};
    for (int i = 0; i < 7; i++) {
        T(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, ok, threads[i], 0));
        printf("%d threads: %d blocks\n", threads[i], n);
    }
    T(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, ok, 1025, 0));
    printf("%d blocks\n", n);
    T(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, ok, 0, 0));
    printf("%d blocks\n", n);
    T(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, ok, -1, 0));
    T(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, bounded, 256, 0));
    printf("%d blocks\n", n);
    T(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, dynamic, 256, 10000));
    printf("%d blocks\n", n);
    T(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, dynamic, 256, 49152));
    printf("%d blocks\n", n);
    T(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, dynamic, 256, 49153));
    printf("%d blocks\n", n);
    T(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, dynamic, 256, (size_t)-4));
    printf("%d blocks\n", n);
    T(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, fixed, 64, 0));
    printf("%d blocks\n", n);
    T(cudaOccupancyMaxActiveBlocksPerMultiprocessor(0, ok, 128, 0));
    T(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, (const void *)0, 128, 0));
    T(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, ok, 128, 0, cudaOccupancyDisableCachingOverride));
    printf("%d blocks\n", n);
    T(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, ok, 128, 0, 77));
    T(cudaOccupancyMaxPotentialBlockSize(&grid, &block, ok));
    printf("%d blocks of %d\n", grid, block);
    T(cudaOccupancyMaxPotentialBlockSize(&grid, &block, ok, 0, 100));
    printf("%d blocks of %d\n", grid, block);
    T(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded));
    printf("%d blocks of %d\n", grid, block);
    T(cudaOccupancyMaxPotentialBlockSize(&grid, &block, dynamic, 30000, 0));
    printf("%d blocks of %d\n", grid, block);
    T(cudaOccupancyMaxPotentialBlockSize(&grid, &block, dynamic, 100000, 0));
    printf("%d blocks of %d\n", grid, block);
    T(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, dynamic, shared64));
    printf("%d blocks of %d\n", grid, block);
    T(cudaOccupancyMaxPotentialBlockSize((int *)0, &block, ok));
    T(cudaOccupancyMaxPotentialBlockSize(&grid, (int *)0, ok));
    T(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, dynamic, 1, 128));
    printf("%d bytes\n", (int)bytes);
    T(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, dynamic, 2, 128));
    printf("%d bytes\n", (int)bytes);
    T(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, dynamic, 8, 128));
    printf("%d bytes\n", (int)bytes);
    T(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, fixed, 2, 128));
    printf("%d bytes\n", (int)bytes);
    T(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, dynamic, 0, 128));
    T(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, dynamic, 33, 128));
    printf("%d bytes\n", (int)bytes);
    T(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, dynamic, 2, 2000));
    T(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, dynamic, 2, 0));
    T(cudaOccupancyAvailableDynamicSMemPerBlock(0, dynamic, 2, 128));
}

static void byCall()
{
    int *d, a = 4, v = 0;
    double b = 2.5;
    cudaMalloc(&d, 64);
    void *args[] = {&d, &a, &b}, *one[] = {&d};
    T(cudaLaunchKernel((const void *)add, dim3(1), dim3(1), args, 0, 0));
    T(cudaMemcpy(&v, d, 4, cudaMemcpyDeviceToHost));
    printf("value %d\n", v);
    T(cudaLaunchKernel(add, dim3(1), dim3(1), args, 0, 0));
    T(cudaLaunchKernel((const void *)0, dim3(1), dim3(1), args, 0, 0));
    T(cudaLaunchKernel((const void *)&shared64, dim3(1), dim3(1), args, 0, 0));
    T(cudaLaunchKernel((const void *)ok, dim3(0), dim3(1), one, 0, 0));
    T(cudaLaunchKernel((const void *)ok, dim3(1), dim3(1025), one, 0, 0));
    T(cudaLaunchKernel((const void *)ok, dim3(1), dim3(1), one, (size_t)1 << 30, 0));
    T(cudaLaunchKernel((const void *)ok, dim3(1), dim3(1), one, (size_t)-4, 0));
    T(cudaLaunchKernel((const void *)ok, dim3(1, 65536), dim3(1), one, 0, 0));
    T(cudaLaunchKernel((const void *)bounded, dim3(1), dim3(256), one, 0, 0));
    T(cudaLaunchCooperativeKernel((const void *)ok, dim3(1), dim3(32), one, 0, 0));
    T(cudaLaunchCooperativeKernel((const void *)ok, dim3(100000), dim3(1024), one, 0, 0));
    T(cudaLaunchCooperativeKernel((const void *)ok, dim3(0), dim3(32), one, 0, 0));
    T(cudaLaunchCooperativeKernel((const void *)ok, dim3(1), dim3(1025), one, 0, 0));
    T(cudaLaunchCooperativeKernel((const void *)0, dim3(1), dim3(32), one, 0, 0));
    T(cudaDeviceSynchronize());
    cudaLaunchConfig_t c;
    memset(&c, 0, sizeof c);
    c.gridDim = dim3(1);
    c.blockDim = dim3(32);
    T(cudaLaunchKernelExC(&c, (const void *)ok, one));
    T(cudaLaunchKernelExC(0, (const void *)ok, one));
    T(cudaLaunchKernelExC(&c, (const void *)0, one));
    c.blockDim = dim3(1025);
    T(cudaLaunchKernelExC(&c, (const void *)ok, one));
    c.blockDim = dim3(32);
    cudaLaunchAttribute at[1];
    memset(at, 0, sizeof at);
    at[0].id = cudaLaunchAttributeCooperative;
    at[0].val.cooperative = 1;
    c.attrs = at;
    c.numAttrs = 1;
    T(cudaLaunchKernelExC(&c, (const void *)ok, one));
    c.gridDim = dim3(100000);
    T(cudaLaunchKernelExC(&c, (const void *)ok, one));
    c.gridDim = dim3(1);
    at[0].id = (cudaLaunchAttributeID)77;
    T(cudaLaunchKernelExC(&c, (const void *)ok, one));
    at[0].id = cudaLaunchAttributePriority;
    at[0].val.priority = -1;
    T(cudaLaunchKernelExC(&c, (const void *)ok, one));
    T(cudaDeviceSynchronize());
    T(cudaMemcpy(&v, d, 4, cudaMemcpyDeviceToHost));
    printf("value %d\n", v);
}

CASES(configurations, attributes, occupancy, byCall)

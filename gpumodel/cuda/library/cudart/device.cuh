// The device: what it has, and what can be set.

// Names of the runtime that mean nothing here.
#define CUDART_CB
#define CUDARTAPI
#define CUDART_VERSION 13000
#define CUDA_VERSION 13000

// cudaDeviceProp has the members of CUDA 13, and in the place of what that keeps for later those that it took away.
struct cudaUUID_t { char bytes[16]; };
typedef cudaUUID_t CUuuid;
struct cudaDeviceProp {
    char name[256];
    cudaUUID_t uuid;
    char luid[8];
    unsigned luidDeviceNodeMask;
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize;
    size_t memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
    size_t totalConstMem;
    int major, minor;
    size_t textureAlignment, texturePitchAlignment;
    int multiProcessorCount, integrated, canMapHostMemory;
    int maxTexture1D, maxTexture1DMipmap, maxTexture2D[2], maxTexture2DMipmap[2], maxTexture2DLinear[3], maxTexture2DGather[2];
    int maxTexture3D[3], maxTexture3DAlt[3], maxTextureCubemap, maxTexture1DLayered[2], maxTexture2DLayered[3], maxTextureCubemapLayered[2];
    int maxSurface1D, maxSurface2D[2], maxSurface3D[3], maxSurface1DLayered[2], maxSurface2DLayered[3], maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
    size_t surfaceAlignment;
    int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount, unifiedAddressing, memoryBusWidth,
        l2CacheSize, persistingL2CacheMaxSize, maxThreadsPerMultiProcessor, streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID, hostNativeAtomicSupported, pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported, canUseHostPointerForRegisteredMem,
        cooperativeLaunch;
    size_t sharedMemPerBlockOptin;
    int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost, maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize;
    size_t reservedSharedMemPerBlock;
    int hostRegisterSupported, sparseCudaArraySupported, hostRegisterReadOnlySupported, timelineSemaphoreInteropSupported, memoryPoolsSupported,
        gpuDirectRDMASupported;
    unsigned gpuDirectRDMAFlushWritesOptions;
    int gpuDirectRDMAWritesOrdering;
    unsigned memoryPoolSupportedHandleTypes;
    int deferredMappingCudaArraySupported, ipcEventSupported, clusterLaunch, unifiedFunctionPointers, deviceNumaConfig, deviceNumaId, mpsEnabled, hostNumaId;
    unsigned gpuPciDeviceID, gpuPciSubsystemID;
    int hostNumaMultinodeIpcSupported;
    int clockRate, memoryClockRate, computeMode, deviceOverlap, kernelExecTimeoutEnabled, maxTexture1DLinear, singleToDoublePrecisionPerfRatio,
        cooperativeMultiDeviceLaunch;
    int reserved[48];
};

struct cudaChannelFormatDesc { int x, y, z, w; cudaChannelFormatKind f; };

int __attribute(cudaDeviceAttr what, int device) { int v = 0; __sys_cudaDeviceGetAttribute(&v, what, device); return v; }
cudaError_t cudaDeviceSynchronize() { return __afterCallbacks(__sys_cudaDeviceSynchronize()); }
cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
cudaError_t cudaDeviceReset() { return __afterCallbacks(__sys_cudaDeviceReset()); }
cudaError_t cudaThreadExit() { return cudaDeviceReset(); }
cudaError_t cudaGetDeviceCount(int *n) { return (cudaError_t)__sys_cudaGetDeviceCount(n); }
cudaError_t cudaSetDevice(int n) { return (cudaError_t)__sys_cudaSetDevice(n); }
cudaError_t cudaInitDevice(int n, unsigned deviceFlags, unsigned flags)
{
    cudaError_t error = (cudaError_t)__sys_cudaDeviceKnown(n);
    if (error) return error;
    __CHECKED(!(flags & cudaInitDeviceFlagsAreValid) || !(deviceFlags & ~cudaDeviceMask), cudaErrorInvalidValue);
    return cudaSuccess;
}
cudaError_t cudaGetDevice(int *n) { return (cudaError_t)__sys_cudaGetDevice(n); }
cudaError_t cudaSetValidDevices(int *list, int n)
{
    int count = 0;
    cudaGetDeviceCount(&count);
    __CHECKED(n >= 0 && n <= count && (list || !n), cudaErrorInvalidValue);
    for (int i = 0; i < n; i++) {
        cudaError_t error = (cudaError_t)__sys_cudaDeviceKnown(list[i]);
        if (error) return error;
    }
    return cudaSuccess;
}
cudaError_t cudaSetDeviceFlags(unsigned flags) { return (cudaError_t)__sys_cudaSetDeviceFlags(flags); }
cudaError_t cudaGetDeviceFlags(unsigned *flags) { return (cudaError_t)__sys_cudaGetDeviceFlags(flags); }
cudaError_t cudaDriverGetVersion(int *v)
{
    __CHECKED(v, cudaErrorInvalidValue);
    *v = CUDART_VERSION;
    return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int *v) { return cudaDriverGetVersion(v); }
cudaError_t cudaMemGetInfo(size_t *left, size_t *all) { return (cudaError_t)__sys_cudaMemGetInfo(left, all); }
cudaError_t cudaProfilerStart() { return cudaSuccess; }
cudaError_t cudaProfilerStop() { return cudaSuccess; }
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr what, int device) { return (cudaError_t)__sys_cudaDeviceGetAttribute(value, what, device); }
cudaError_t cudaDeviceGetPCIBusId(char *id, int n, int device) { return (cudaError_t)__sys_cudaDeviceGetPCIBusId(id, n, device); }
cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id) { return (cudaError_t)__sys_cudaDeviceGetByPCIBusId(device, id); }
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t n) { return (cudaError_t)__sys_cudaDeviceSetLimit(limit, n); }
cudaError_t cudaDeviceGetLimit(size_t *n, cudaLimit limit) { return (cudaError_t)__sys_cudaDeviceGetLimit(n, limit); }
cudaError_t cudaThreadSetLimit(cudaLimit limit, size_t n) { return cudaDeviceSetLimit(limit, n); }
cudaError_t cudaThreadGetLimit(size_t *n, cudaLimit limit) { return cudaDeviceGetLimit(n, limit); }
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    if (least) *least = 0;
    if (greatest) *greatest = -5;
    return cudaSuccess;
}

// Which part of an SM's memory is a cache is decided by what a kernel uses here: the preference is kept, and changes nothing.
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config)
{
    __CHECKED((unsigned)config <= cudaFuncCachePreferEqual, cudaErrorInvalidValue);
    return (cudaError_t)__sys_cudaSetting(0, config);
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *config)
{
    __CHECKED(config, cudaErrorInvalidValue);
    *config = (cudaFuncCache)(int)__sys_cudaSetting(0, -1);
    return cudaSuccess;
}
cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config) { return cudaDeviceSetCacheConfig(config); }
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config)
{
    __CHECKED((unsigned)config <= cudaSharedMemBankSizeEightByte, cudaErrorInvalidValue);
    return (cudaError_t)__sys_cudaSetting(1, config);
}
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config)
{
    __CHECKED(config, cudaErrorInvalidValue);
    *config = (cudaSharedMemConfig)(int)__sys_cudaSetting(1, -1);
    return cudaSuccess;
}
cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *width, const cudaChannelFormatDesc *format, int device)
{
    cudaError_t error = (cudaError_t)__sys_cudaDeviceKnown(device);
    if (error) return error;
    __CHECKED(width && format, cudaErrorInvalidValue);
    int bits = format->x + format->y + format->z + format->w;
    __CHECKED(bits > 0, cudaErrorInvalidChannelDescriptor);
    *width = (size_t)__attribute(cudaDevAttrMaxTexture1DLinearWidth, device) * 128 / bits; // as many bytes, whatever the elements
    return cudaSuccess;
}
cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTarget target, cudaFlushGPUDirectRDMAWritesScope scope)
{
    int device = 0;
    cudaGetDevice(&device);
    __CHECKED(__attribute(cudaDevAttrGPUDirectRDMAFlushWritesOptions, device), cudaErrorNotSupported);
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int device)
{
    __CHECKED(p, cudaErrorInvalidValue);
    cudaError_t error = (cudaError_t)__sys_cudaDeviceName(0, device);
    if (error != cudaSuccess) return error;
    __sys_memset(p, 0, sizeof(cudaDeviceProp));
    __sys_cudaDeviceName(p->name, device);
    for (int i = 0; i < 16; i++) p->uuid.bytes[i] = (char)(i * 29 + 83 * device + 7);
    p->totalGlobalMem = __sys_cudaTotalMemory(device);
    p->sharedMemPerBlock = __attribute(cudaDevAttrMaxSharedMemoryPerBlock, device);
    p->regsPerBlock = __attribute(cudaDevAttrMaxRegistersPerBlock, device);
    p->warpSize = __attribute(cudaDevAttrWarpSize, device);
    p->memPitch = __attribute(cudaDevAttrMaxPitch, device);
    p->maxThreadsPerBlock = __attribute(cudaDevAttrMaxThreadsPerBlock, device);
    for (int i = 0; i < 3; i++) {
        p->maxThreadsDim[i] = __attribute((cudaDeviceAttr)(cudaDevAttrMaxBlockDimX + i), device);
        p->maxGridSize[i] = __attribute((cudaDeviceAttr)(cudaDevAttrMaxGridDimX + i), device);
        p->maxTexture3D[i] = __attribute((cudaDeviceAttr)(cudaDevAttrMaxTexture3DWidth + i), device);
        p->maxTexture3DAlt[i] = __attribute((cudaDeviceAttr)(cudaDevAttrMaxTexture3DWidthAlt + i), device);
        p->maxTexture2DLinear[i] = __attribute((cudaDeviceAttr)(cudaDevAttrMaxTexture2DLinearWidth + i), device);
        p->maxTexture2DLayered[i] = __attribute((cudaDeviceAttr)(cudaDevAttrMaxTexture2DLayeredWidth + i), device);
        p->maxSurface3D[i] = __attribute((cudaDeviceAttr)(cudaDevAttrMaxSurface3DWidth + i), device);
        p->maxSurface2DLayered[i] = __attribute((cudaDeviceAttr)(cudaDevAttrMaxSurface2DLayeredWidth + i), device);
    }
    for (int i = 0; i < 2; i++) {
        p->maxTexture2D[i] = __attribute((cudaDeviceAttr)(cudaDevAttrMaxTexture2DWidth + i), device);
        p->maxTexture2DGather[i] = __attribute((cudaDeviceAttr)(cudaDevAttrMaxTexture2DGatherWidth + i), device);
        p->maxTexture1DLayered[i] = __attribute((cudaDeviceAttr)(cudaDevAttrMaxTexture1DLayeredWidth + i), device);
        p->maxTextureCubemapLayered[i] = __attribute((cudaDeviceAttr)(cudaDevAttrMaxTextureCubemapLayeredWidth + i), device);
        p->maxSurface2D[i] = __attribute((cudaDeviceAttr)(cudaDevAttrMaxSurface2DWidth + i), device);
        p->maxSurface1DLayered[i] = __attribute((cudaDeviceAttr)(cudaDevAttrMaxSurface1DLayeredWidth + i), device);
        p->maxSurfaceCubemapLayered[i] = __attribute((cudaDeviceAttr)(cudaDevAttrMaxSurfaceCubemapLayeredWidth + i), device);
    }
    p->maxTexture1D = __attribute(cudaDevAttrMaxTexture1DWidth, device);
    p->maxTexture1DLinear = __attribute(cudaDevAttrMaxTexture1DLinearWidth, device);
    p->maxTextureCubemap = __attribute(cudaDevAttrMaxTextureCubemapWidth, device);
    p->maxSurface1D = __attribute(cudaDevAttrMaxSurface1DWidth, device);
    p->maxSurfaceCubemap = __attribute(cudaDevAttrMaxSurfaceCubemapWidth, device);
    p->clockRate = __attribute(cudaDevAttrClockRate, device);
    p->totalConstMem = __attribute(cudaDevAttrTotalConstantMemory, device);
    p->major = __attribute(cudaDevAttrComputeCapabilityMajor, device);
    p->minor = __attribute(cudaDevAttrComputeCapabilityMinor, device);
    p->textureAlignment = __attribute(cudaDevAttrTextureAlignment, device);
    p->texturePitchAlignment = __attribute(cudaDevAttrTexturePitchAlignment, device);
    p->surfaceAlignment = __attribute(cudaDevAttrSurfaceAlignment, device);
    p->deviceOverlap = __attribute(cudaDevAttrGpuOverlap, device);
    p->multiProcessorCount = __attribute(cudaDevAttrMultiProcessorCount, device);
    p->canMapHostMemory = __attribute(cudaDevAttrCanMapHostMemory, device);
    p->concurrentKernels = __attribute(cudaDevAttrConcurrentKernels, device);
    p->ECCEnabled = __attribute(cudaDevAttrEccEnabled, device);
    p->pciBusID = __attribute(cudaDevAttrPciBusId, device);
    p->pciDeviceID = __attribute(cudaDevAttrPciDeviceId, device);
    p->pciDomainID = __attribute(cudaDevAttrPciDomainId, device);
    p->tccDriver = __attribute(cudaDevAttrTccDriver, device);
    p->asyncEngineCount = __attribute(cudaDevAttrAsyncEngineCount, device);
    p->unifiedAddressing = __attribute(cudaDevAttrUnifiedAddressing, device);
    p->memoryClockRate = __attribute(cudaDevAttrMemoryClockRate, device);
    p->memoryBusWidth = __attribute(cudaDevAttrGlobalMemoryBusWidth, device);
    p->l2CacheSize = __attribute(cudaDevAttrL2CacheSize, device);
    p->persistingL2CacheMaxSize = __attribute(cudaDevAttrMaxPersistingL2CacheSize, device);
    p->accessPolicyMaxWindowSize = __attribute(cudaDevAttrMaxAccessPolicyWindowSize, device);
    p->maxThreadsPerMultiProcessor = __attribute(cudaDevAttrMaxThreadsPerMultiProcessor, device);
    p->streamPrioritiesSupported = __attribute(cudaDevAttrStreamPrioritiesSupported, device);
    p->globalL1CacheSupported = __attribute(cudaDevAttrGlobalL1CacheSupported, device);
    p->localL1CacheSupported = __attribute(cudaDevAttrLocalL1CacheSupported, device);
    p->sharedMemPerMultiprocessor = __attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor, device);
    p->regsPerMultiprocessor = __attribute(cudaDevAttrMaxRegistersPerMultiprocessor, device);
    p->managedMemory = __attribute(cudaDevAttrManagedMemory, device);
    p->multiGpuBoardGroupID = device;
    p->singleToDoublePrecisionPerfRatio = __attribute(cudaDevAttrSingleToDoublePrecisionPerfRatio, device);
    p->concurrentManagedAccess = __attribute(cudaDevAttrConcurrentManagedAccess, device);
    p->computePreemptionSupported = __attribute(cudaDevAttrComputePreemptionSupported, device);
    p->canUseHostPointerForRegisteredMem = __attribute(cudaDevAttrCanUseHostPointerForRegisteredMem, device);
    p->cooperativeLaunch = __attribute(cudaDevAttrCooperativeLaunch, device);
    p->sharedMemPerBlockOptin = __attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    p->reservedSharedMemPerBlock = __attribute((cudaDeviceAttr)111, device);
    p->maxBlocksPerMultiProcessor = __attribute(cudaDevAttrMaxBlocksPerMultiprocessor, device);
    p->hostRegisterSupported = __attribute(cudaDevAttrHostRegisterSupported, device);
    p->memoryPoolsSupported = __attribute(cudaDevAttrMemoryPoolsSupported, device);
    p->integrated = __attribute(cudaDevAttrIntegrated, device);
    p->isMultiGpuBoard = __attribute(cudaDevAttrIsMultiGpuBoard, device);
    p->hostNativeAtomicSupported = __attribute(cudaDevAttrHostNativeAtomicSupported, device);
    p->pageableMemoryAccess = __attribute(cudaDevAttrPageableMemoryAccess, device);
    p->pageableMemoryAccessUsesHostPageTables = __attribute(cudaDevAttrPageableMemoryAccessUsesHostPageTables, device);
    p->directManagedMemAccessFromHost = __attribute(cudaDevAttrDirectManagedMemAccessFromHost, device);
    p->sparseCudaArraySupported = __attribute(cudaDevAttrSparseCudaArraySupported, device);
    p->hostRegisterReadOnlySupported = __attribute(cudaDevAttrHostRegisterReadOnlySupported, device);
    p->timelineSemaphoreInteropSupported = __attribute(cudaDevAttrTimelineSemaphoreInteropSupported, device);
    p->gpuDirectRDMASupported = __attribute(cudaDevAttrGPUDirectRDMASupported, device);
    p->gpuDirectRDMAFlushWritesOptions = __attribute(cudaDevAttrGPUDirectRDMAFlushWritesOptions, device);
    p->gpuDirectRDMAWritesOrdering = __attribute(cudaDevAttrGPUDirectRDMAWritesOrdering, device);
    p->memoryPoolSupportedHandleTypes = __attribute(cudaDevAttrMemoryPoolSupportedHandleTypes, device);
    p->deferredMappingCudaArraySupported = __attribute(cudaDevAttrDeferredMappingCudaArraySupported, device);
    p->ipcEventSupported = __attribute(cudaDevAttrIpcEventSupport, device);
    p->clusterLaunch = __attribute(cudaDevAttrClusterLaunch, device);
    p->deviceNumaConfig = __attribute(cudaDevAttrNumaConfig, device);
    p->deviceNumaId = __attribute(cudaDevAttrNumaId, device);
    p->unifiedFunctionPointers = __attribute((cudaDeviceAttr)129, device);
    p->mpsEnabled = __attribute(cudaDevAttrMpsEnabled, device);
    p->hostNumaId = __attribute(cudaDevAttrHostNumaId, device);
    p->gpuPciDeviceID = __attribute(cudaDevAttrGpuPciDeviceId, device);
    p->gpuPciSubsystemID = __attribute(cudaDevAttrGpuPciSubsystemId, device);
    p->hostNumaMultinodeIpcSupported = __attribute(cudaDevAttrHostNumaMultinodeIpcSupported, device);
    p->computeMode = __attribute(cudaDevAttrComputeMode, device);
    p->kernelExecTimeoutEnabled = __attribute(cudaDevAttrKernelExecTimeout, device);
    p->cooperativeMultiDeviceLaunch = __attribute((cudaDeviceAttr)96, device);
    for (int i = 0; i < 2; i++) p->maxTexture2DMipmap[i] = __attribute((cudaDeviceAttr)(cudaDevAttrMaxTexture2DMipmappedWidth + i), device);
    p->maxTexture1DMipmap = __attribute(cudaDevAttrMaxTexture1DMipmappedWidth, device);
    return cudaSuccess;
}

// cudaChooseDevice takes the device that has what is asked for: all that are modelled are alike.
cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *wanted)
{
    __CHECKED(device && wanted, cudaErrorInvalidValue);
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int a, int b) { return (cudaError_t)__sys_cudaDeviceCanAccessPeer(can, a, b); }
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
    __CHECKED(!flags, cudaErrorInvalidValue);
    return (cudaError_t)__sys_cudaDeviceEnablePeerAccess(peer, flags);
}
cudaError_t cudaDeviceDisablePeerAccess(int peer) { return (cudaError_t)__sys_cudaDeviceDisablePeerAccess(peer); }
cudaError_t cudaDeviceGetP2PAttribute(int *value, cudaDeviceP2PAttr what, int a, int b)
{
    int can = 0;
    __CHECKED(value, cudaErrorInvalidValue);
    cudaError_t error = cudaDeviceCanAccessPeer(&can, a, b);
    if (error) return error;
    __CHECKED(a != b, cudaErrorInvalidDevice);
    __CHECKED((unsigned)what - 1 < cudaDevP2PAttrOnlyPartialNativeAtomicSupported, cudaErrorInvalidValue);
    if (!error) *value = what == cudaDevP2PAttrPerformanceRank ? 0 : can;
    return error;
}

// Devices: attributes, properties, limits, flags, peers.
#include "probe.h"

// differs tells whether an attribute is that of a machine, not that of a type of card.
static bool differs(int i) { return i == 33 || i == 34 || i == 50 || i == 85 || i == 131 || i == 134 || i == 140; }

static void attributes()
{
    for (int i = 0; i <= 160; i++) {
        int v = -7, r = (int)cudaDeviceGetAttribute(&v, (cudaDeviceAttr)i, 0);
        if (differs(i)) v = 0;
        printf("attribute %d: %d, code %d, last %d\n", i, v, r, (int)cudaGetLastError());
    }
}

static void attributesWrong()
{
    int v = 5;
    T(cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, 99));
    T(cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, -1));
    T(cudaDeviceGetAttribute(&v, (cudaDeviceAttr)-1, 0));
    T(cudaDeviceGetAttribute(&v, (cudaDeviceAttr)100000, 0));
    T(cudaDeviceGetAttribute(&v, (cudaDeviceAttr)0, 0));
    printf("value %d\n", v);
    T(cudaDeviceGetAttribute(0, cudaDevAttrWarpSize, 0));
    T(cudaDeviceGetAttribute(0, cudaDevAttrWarpSize, 99));
}

#define I(member) printf(#member " %lld\n", (long long)p.member)
#define A(member) \
    do { \
        printf(#member); \
        for (unsigned i = 0; i < sizeof(p.member) / sizeof(p.member[0]); i++) printf(" %d", (int)p.member[i]); \
        printf("\n"); \
    } while (0)
static void properties()
{
    cudaDeviceProp p;
    memset(&p, 0x5a, sizeof p);
    T(cudaGetDeviceProperties(&p, 0));
    printf("size %d\nname %s\n", (int)sizeof p, p.name);
    I(luidDeviceNodeMask); I(sharedMemPerBlock); I(regsPerBlock); I(warpSize); I(memPitch); I(maxThreadsPerBlock); A(maxThreadsDim); A(maxGridSize);
    I(totalConstMem); I(major); I(minor); I(textureAlignment); I(texturePitchAlignment); I(multiProcessorCount); I(integrated); I(canMapHostMemory);
    I(maxTexture1D); I(maxTexture1DMipmap); A(maxTexture2D); A(maxTexture2DMipmap); A(maxTexture2DLinear); A(maxTexture2DGather); A(maxTexture3D);
    A(maxTexture3DAlt); I(maxTextureCubemap); A(maxTexture1DLayered); A(maxTexture2DLayered); A(maxTextureCubemapLayered); I(maxSurface1D);
    A(maxSurface2D); A(maxSurface3D); A(maxSurface1DLayered); A(maxSurface2DLayered); I(maxSurfaceCubemap); A(maxSurfaceCubemapLayered);
    I(surfaceAlignment); I(concurrentKernels); I(ECCEnabled); I(tccDriver); I(asyncEngineCount); I(unifiedAddressing); I(memoryBusWidth);
    I(l2CacheSize); I(persistingL2CacheMaxSize); I(maxThreadsPerMultiProcessor); I(streamPrioritiesSupported); I(globalL1CacheSupported);
    I(localL1CacheSupported); I(sharedMemPerMultiprocessor); I(regsPerMultiprocessor); I(managedMemory); I(isMultiGpuBoard);
    I(hostNativeAtomicSupported); I(pageableMemoryAccess); I(concurrentManagedAccess); I(computePreemptionSupported);
    I(canUseHostPointerForRegisteredMem); I(cooperativeLaunch); I(sharedMemPerBlockOptin); I(pageableMemoryAccessUsesHostPageTables);
    I(directManagedMemAccessFromHost); I(maxBlocksPerMultiProcessor); I(accessPolicyMaxWindowSize); I(reservedSharedMemPerBlock);
    I(hostRegisterSupported); I(sparseCudaArraySupported); I(hostRegisterReadOnlySupported); I(timelineSemaphoreInteropSupported);
    I(memoryPoolsSupported); I(gpuDirectRDMASupported); I(gpuDirectRDMAFlushWritesOptions); I(gpuDirectRDMAWritesOrdering);
    I(memoryPoolSupportedHandleTypes); I(deferredMappingCudaArraySupported); I(ipcEventSupported); I(clusterLaunch); I(unifiedFunctionPointers);
    I(deviceNumaConfig); I(deviceNumaId); I(mpsEnabled); I(gpuPciDeviceID); I(hostNumaMultinodeIpcSupported);
    printf("totalGlobalMem %lld GiB\n", (long long)(p.totalGlobalMem >> 30));
}

static void propertiesWrong()
{
    cudaDeviceProp p;
    T(cudaGetDeviceProperties(&p, 99));
    T(cudaGetDeviceProperties(&p, -1));
    T(cudaGetDeviceProperties(0, 0));
    T(cudaGetDeviceProperties(0, 99));
    int n = -7;
    memset(&p, 0, sizeof p);
    p.major = 2;
    T(cudaChooseDevice(&n, &p));
    printf("device %d\n", n >= 0);
    T(cudaChooseDevice(0, &p));
    T(cudaChooseDevice(&n, 0));
}

static void devices()
{
    int n = -7, list[2] = {0, 99};
    T(cudaGetDevice(&n));
    printf("device %d\n", n);
    T(cudaGetDevice(0));
    T(cudaGetDeviceCount(&n));
    printf("some %d\n", n > 0);
    T(cudaGetDeviceCount(0));
    T(cudaSetDevice(-1));
    T(cudaSetDevice(99));
    T(cudaSetDevice(0));
    T(cudaSetDevice(2147483647));
    T(cudaGetDevice(&n));
    T(cudaInitDevice(0, 0, 0));
    T(cudaInitDevice(99, 0, 0));
    T(cudaInitDevice(-1, 0, 0));
    T(cudaInitDevice(0, 0, 77));
    T(cudaInitDevice(0, 4096, cudaInitDeviceFlagsAreValid));
    T(cudaInitDevice(0, cudaDeviceScheduleSpin, cudaInitDeviceFlagsAreValid));
    T(cudaSetValidDevices(list, 1));
    T(cudaSetValidDevices(list, 2));
    T(cudaSetValidDevices(0, 1));
    T(cudaSetValidDevices(list, 0));
    T(cudaSetValidDevices(list, -1));
    T(cudaDeviceSynchronize());
    T(cudaDriverGetVersion(&n));
    printf("at least 13 %d\n", n >= 13000);
    T(cudaDriverGetVersion(0));
    T(cudaRuntimeGetVersion(&n));
    printf("at least 13 %d\n", n >= 13000);
    T(cudaRuntimeGetVersion(0));
    T(cudaDeviceReset());
    T(cudaDeviceReset());
    T(cudaDeviceSynchronize());
}

static void flags()
{
    unsigned f = 77;
    T(cudaGetDeviceFlags(&f));
    printf("flags %u\n", f);
    T(cudaGetDeviceFlags(0));
    T(cudaSetDeviceFlags(cudaDeviceScheduleYield));
    T(cudaGetDeviceFlags(&f));
    printf("flags %u\n", f);
    T(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync | cudaDeviceMapHost));
    T(cudaGetDeviceFlags(&f));
    printf("flags %u\n", f);
    T(cudaSetDeviceFlags(cudaDeviceScheduleSpin | cudaDeviceScheduleYield));
    T(cudaSetDeviceFlags(cudaDeviceLmemResizeToMax));
    T(cudaGetDeviceFlags(&f));
    printf("flags %u\n", f);
    T(cudaSetDeviceFlags(cudaDeviceSyncMemops));
    T(cudaGetDeviceFlags(&f));
    printf("flags %u\n", f);
    T(cudaSetDeviceFlags(256));
    T(cudaSetDeviceFlags(4096));
    T(cudaSetDeviceFlags(0xffffffff));
    T(cudaFree(0));
    T(cudaSetDeviceFlags(0));
    T(cudaGetDeviceFlags(&f));
    printf("flags %u\n", f);
    T(cudaSetDeviceFlags(cudaDeviceScheduleSpin));
    T(cudaGetDeviceFlags(&f));
    printf("flags %u\n", f);
    T(cudaSetDeviceFlags(4096));
}

static void limits()
{
    for (int i = -1; i < 12; i++) {
        size_t n = 77;
        int r = (int)cudaDeviceGetLimit(&n, (cudaLimit)i);
        printf("limit %d: %llu, code %d, last %d\n", i, (unsigned long long)n, r, (int)cudaGetLastError());
    }
    T(cudaDeviceGetLimit(0, cudaLimitStackSize));
    size_t sets[] = {0, 1, 100, 1024, 1025, 65536, 1 << 20, (size_t)1 << 40, (size_t)-4};
    for (int i = -1; i < 12; i++)
        for (int k = 0; k < 9; k++) {
            size_t n = 77;
            int r = (int)cudaDeviceSetLimit((cudaLimit)i, sets[k]), last = (int)cudaGetLastError();
            cudaDeviceGetLimit(&n, (cudaLimit)i);
            printf("limit %d set to %llu: code %d, last %d; then %llu, last %d\n", i, (unsigned long long)sets[k], r, last, (unsigned long long)n, (int)cudaGetLastError());
        }
}

static void configs()
{
    cudaFuncCache c = (cudaFuncCache)77;
    cudaSharedMemConfig s = (cudaSharedMemConfig)77;
    int least = 77, greatest = 77;
    T(cudaDeviceGetCacheConfig(&c));
    printf("config %d\n", (int)c);
    T(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
    T(cudaDeviceGetCacheConfig(&c));
    printf("config %d\n", (int)c);
    T(cudaDeviceSetCacheConfig((cudaFuncCache)9));
    T(cudaDeviceSetCacheConfig((cudaFuncCache)-1));
    T(cudaDeviceGetCacheConfig(&c));
    printf("config %d\n", (int)c);
    T(cudaDeviceGetCacheConfig(0));
    T(cudaDeviceGetSharedMemConfig(&s));
    printf("config %d\n", (int)s);
    T(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte));
    T(cudaDeviceGetSharedMemConfig(&s));
    printf("config %d\n", (int)s);
    T(cudaDeviceSetSharedMemConfig((cudaSharedMemConfig)9));
    T(cudaDeviceSetSharedMemConfig((cudaSharedMemConfig)-1));
    T(cudaDeviceGetSharedMemConfig(&s));
    printf("config %d\n", (int)s);
    T(cudaDeviceGetSharedMemConfig(0));
    T(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    printf("priorities %d to %d\n", least, greatest);
    T(cudaDeviceGetStreamPriorityRange(0, &greatest));
    T(cudaDeviceGetStreamPriorityRange(&least, 0));
    T(cudaDeviceGetStreamPriorityRange(0, 0));
    size_t width = 77;
    cudaChannelFormatDesc f = cudaCreateChannelDesc<float>(), none = cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
    T(cudaDeviceGetTexture1DLinearMaxWidth(&width, &f, 0));
    printf("width %llu\n", (unsigned long long)width);
    T(cudaDeviceGetTexture1DLinearMaxWidth(&width, &f, 99));
    T(cudaDeviceGetTexture1DLinearMaxWidth(&width, &none, 0));
    T(cudaDeviceGetTexture1DLinearMaxWidth(0, &f, 0));
    T(cudaDeviceGetTexture1DLinearMaxWidth(&width, 0, 0));
    T(cudaCtxResetPersistingL2Cache());
    T(cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTargetCurrentDevice, cudaFlushGPUDirectRDMAWritesToOwner));
}

static void peers()
{
    int can = 77;
    T(cudaDeviceCanAccessPeer(&can, 0, 0));
    printf("can %d\n", can);
    T(cudaDeviceCanAccessPeer(&can, 0, 99));
    T(cudaDeviceCanAccessPeer(&can, 99, 0));
    T(cudaDeviceCanAccessPeer(&can, -1, 0));
    T(cudaDeviceCanAccessPeer(0, 0, 0));
    T(cudaDeviceEnablePeerAccess(0, 0));
    T(cudaDeviceEnablePeerAccess(99, 0));
    T(cudaDeviceEnablePeerAccess(-1, 0));
    T(cudaDeviceEnablePeerAccess(0, 1));
    T(cudaDeviceDisablePeerAccess(0));
    T(cudaDeviceDisablePeerAccess(99));
    T(cudaDeviceGetP2PAttribute(&can, cudaDevP2PAttrAccessSupported, 0, 0));
    T(cudaDeviceGetP2PAttribute(&can, cudaDevP2PAttrAccessSupported, 0, 99));
    T(cudaDeviceGetP2PAttribute(&can, (cudaDeviceP2PAttr)77, 0, 0));
    T(cudaDeviceGetP2PAttribute(0, cudaDevP2PAttrAccessSupported, 0, 0));
}

static void bus()
{
    char id[64] = "?", lower[64];
    int n = 77;
    T(cudaDeviceGetPCIBusId(id, 64, 0));
    printf("length %d\n", (int)strlen(id));
    T(cudaDeviceGetByPCIBusId(&n, id));
    printf("device %d\n", n);
    for (int i = 0; i < 64; i++) lower[i] = id[i] >= 'A' && id[i] <= 'F' ? id[i] + 32 : id[i];
    T(cudaDeviceGetByPCIBusId(&n, lower));
    T(cudaDeviceGetPCIBusId(id, 14, 0));
    printf("length %d\n", (int)strlen(id));
    T(cudaDeviceGetPCIBusId(id, 13, 0));
    printf("length %d\n", (int)strlen(id));
    T(cudaDeviceGetPCIBusId(id, 12, 0));
    T(cudaDeviceGetPCIBusId(id, 1, 0));
    T(cudaDeviceGetPCIBusId(id, 0, 0));
    T(cudaDeviceGetPCIBusId(id, -1, 0));
    T(cudaDeviceGetPCIBusId(0, 64, 0));
    T(cudaDeviceGetPCIBusId(id, 64, 99));
    T(cudaDeviceGetByPCIBusId(&n, "0000:FE:1F.7"));
    T(cudaDeviceGetByPCIBusId(&n, "nonsense"));
    T(cudaDeviceGetByPCIBusId(&n, ""));
    T(cudaDeviceGetByPCIBusId(&n, 0));
    T(cudaDeviceGetByPCIBusId(0, "0000:FE:1F.7"));
}

CASES(attributes, attributesWrong, properties, propertiesWrong, devices, flags, limits, configs, peers, bus)

// Memory in the order of streams, pools, and where managed memory is.
#include "probe.h"

static void async()
{
    cudaStream_t s;
    int *d = 0, *e = 0, v = 7;
    T(cudaStreamCreate(&s));
    T(cudaMallocAsync(&d, 64, s));
    T(cudaMemcpyAsync(d, &v, 4, cudaMemcpyHostToDevice, s));
    T(cudaFreeAsync(d, s));
    T(cudaStreamSynchronize(s));
    T(cudaMallocAsync(&d, 0, s));
    printf("null %d\n", d == 0);
    T(cudaMallocAsync((int **)0, 64, s));
    T(cudaMallocAsync(&d, (size_t)-4, s));
    T(cudaMallocAsync(&d, (size_t)1 << 40, s));
    T(cudaMallocAsync(&d, 64, (cudaStream_t)0));
    T(cudaFree(d));
    T(cudaMalloc(&e, 64));
    T(cudaFreeAsync(e, s));
    T(cudaFreeAsync(0, s));
    T(cudaFreeAsync(&v, s));
    T(cudaFreeAsync((void *)8, s));
    T(cudaMallocAsync(&d, 64, s));
    T(cudaFreeAsync(d, s));
    T(cudaFreeAsync(d, s));
    T(cudaDeviceSynchronize());
}

static void pool()
{
    cudaMemPool_t p = 0, q = 0, none = 0;
    cudaMemPoolProps props;
    cudaMemAccessDesc access;
    cudaMemLocation where;
    cudaMemAccessFlags flags = (cudaMemAccessFlags)77;
    unsigned long long n = 77;
    int v = 77, *d = 0;
    memset(&props, 0, sizeof props);
    memset(&where, 0, sizeof where);
    T(cudaDeviceGetDefaultMemPool(&p, 0));
    T(cudaDeviceGetMemPool(&q, 0));
    printf("the same %d\n", p == q);
    T(cudaDeviceGetDefaultMemPool(0, 0));
    T(cudaDeviceGetDefaultMemPool(&p, 99));
    T(cudaDeviceGetMemPool(&q, 99));
    T(cudaMemPoolGetAttribute(p, cudaMemPoolAttrReleaseThreshold, &n));
    printf("value %llu\n", n);
    n = 1 << 20;
    T(cudaMemPoolSetAttribute(p, cudaMemPoolAttrReleaseThreshold, &n));
    n = 77;
    T(cudaMemPoolGetAttribute(p, cudaMemPoolAttrReleaseThreshold, &n));
    printf("value %llu\n", n);
    T(cudaMemPoolGetAttribute(p, cudaMemPoolReuseFollowEventDependencies, &v));
    printf("value %d\n", v);
    T(cudaMemPoolGetAttribute(p, cudaMemPoolAttrUsedMemCurrent, &n));
    printf("value %llu\n", n);
    n = 5;
    T(cudaMemPoolSetAttribute(p, cudaMemPoolAttrUsedMemCurrent, &n));
    T(cudaMemPoolSetAttribute(p, cudaMemPoolAttrUsedMemHigh, &n));
    n = 0;
    T(cudaMemPoolSetAttribute(p, cudaMemPoolAttrUsedMemHigh, &n));
    T(cudaMemPoolGetAttribute(p, (cudaMemPoolAttr)77, &n));
    T(cudaMemPoolGetAttribute(p, cudaMemPoolAttrReleaseThreshold, 0));
    T(cudaMemPoolTrimTo(p, 0));
    T(cudaMemPoolDestroy(p));
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    T(cudaMemPoolCreate(&q, &props));
    T(cudaMallocFromPoolAsync(&d, 64, q, 0));
    T(cudaFreeAsync(d, 0));
    T(cudaDeviceSetMemPool(0, q));
    T(cudaDeviceSetMemPool(99, q));
    T(cudaDeviceSetMemPool(0, p));
    T(cudaMemPoolDestroy(q));
    T(cudaMemPoolCreate(0, &props));
    T(cudaMemPoolCreate(&q, 0));
    props.location.id = 99;
    T(cudaMemPoolCreate(&q, &props));
    props.location.id = 0;
    props.allocType = cudaMemAllocationTypeInvalid;
    T(cudaMemPoolCreate(&q, &props));
    where.type = cudaMemLocationTypeDevice;
    T(cudaMemPoolGetAccess(&flags, p, &where));
    printf("flags %d\n", (int)flags);
    access.location = where;
    access.flags = cudaMemAccessFlagsProtReadWrite;
    T(cudaMemPoolSetAccess(p, &access, 1));
    access.flags = cudaMemAccessFlagsProtNone;
    T(cudaMemPoolSetAccess(p, &access, 1));
    access.location.id = 99;
    T(cudaMemPoolSetAccess(p, &access, 1));
    T(cudaMallocFromPoolAsync(&d, 64, none, 0));
    T(cudaMemPoolTrimTo(none, 0));
    T(cudaDeviceSynchronize());
}

static void managed()
{
    char *m, *d, *h = (char *)malloc(4096);
    int v = 77;
    cudaMemLocation gpu, cpu, wrong;
    memset(&gpu, 0, sizeof gpu);
    memset(&cpu, 0, sizeof cpu);
    memset(&wrong, 0, sizeof wrong);
    gpu.type = cudaMemLocationTypeDevice;
    cpu.type = cudaMemLocationTypeHost;
    wrong.type = cudaMemLocationTypeDevice;
    wrong.id = 99;
    T(cudaMallocManaged(&m, 8192));
    cudaMalloc(&d, 8192);
    T(cudaMemPrefetchAsync(m, 8192, gpu, 0, 0));
    T(cudaMemRangeGetAttribute(&v, 4, cudaMemRangeAttributeLastPrefetchLocation, m, 8192));
    printf("value %d\n", v);
    T(cudaMemPrefetchAsync(m, 8192, cpu, 0, 0));
    T(cudaMemRangeGetAttribute(&v, 4, cudaMemRangeAttributeLastPrefetchLocation, m, 8192));
    printf("value %d\n", v);
    T(cudaMemPrefetchAsync(m, 64, gpu, 0, 0));
    T(cudaMemPrefetchAsync(m, 8192, wrong, 0, 0));
    T(cudaMemPrefetchAsync(m, 8192, gpu, 1, 0));
    T(cudaMemPrefetchAsync(m, 0, gpu, 0, 0));
    T(cudaMemPrefetchAsync(m, (size_t)1 << 40, gpu, 0, 0));
    T(cudaMemPrefetchAsync(d, 64, gpu, 0, 0));
    T(cudaMemPrefetchAsync(h, 64, gpu, 0, 0));
    T(cudaMemPrefetchAsync(0, 64, gpu, 0, 0));
    T(cudaMemAdvise(m, 8192, cudaMemAdviseSetReadMostly, gpu));
    T(cudaMemRangeGetAttribute(&v, 4, cudaMemRangeAttributeReadMostly, m, 8192));
    printf("value %d\n", v);
    T(cudaMemAdvise(m, 8192, cudaMemAdviseUnsetReadMostly, gpu));
    T(cudaMemAdvise(m, 8192, cudaMemAdviseSetPreferredLocation, cpu));
    T(cudaMemRangeGetAttribute(&v, 4, cudaMemRangeAttributePreferredLocation, m, 8192));
    printf("value %d\n", v);
    T(cudaMemAdvise(m, 8192, cudaMemAdviseSetAccessedBy, gpu));
    T(cudaMemRangeGetAttribute(&v, 4, cudaMemRangeAttributeAccessedBy, m, 8192));
    printf("value %d\n", v);
    T(cudaMemAdvise(m, 8192, (cudaMemoryAdvise)77, gpu));
    T(cudaMemAdvise(m, 8192, cudaMemAdviseSetPreferredLocation, wrong));
    T(cudaMemAdvise(m, 0, cudaMemAdviseSetReadMostly, gpu));
    T(cudaMemAdvise(d, 64, cudaMemAdviseSetReadMostly, gpu));
    T(cudaMemAdvise(h, 64, cudaMemAdviseSetReadMostly, gpu));
    T(cudaMemRangeGetAttribute(&v, 4, (cudaMemRangeAttribute)77, m, 8192));
    T(cudaMemRangeGetAttribute(&v, 3, cudaMemRangeAttributeReadMostly, m, 8192));
    T(cudaMemRangeGetAttribute(0, 4, cudaMemRangeAttributeReadMostly, m, 8192));
    T(cudaMemRangeGetAttribute(&v, 4, cudaMemRangeAttributeReadMostly, d, 64));
    T(cudaMemRangeGetAttribute(&v, 4, cudaMemRangeAttributeReadMostly, m, 0));
    T(cudaDeviceSynchronize());
}

CASES(async, pool, managed)

// What stays behind a kernel that fails: a case for each way.
#include "probe.h"
#include <cassert>

__global__ void ok(int *p) { if (p) p[0] = 7; }
__global__ void far(int *p) { p[1ll << 34] = 1; }
__global__ void misaligned(char *p) { *(int *)(p + 1) = 1; }
__global__ void asserts(int x) { assert(x == 1); }
__global__ void traps(int x) { if (x == 0) __trap(); }
__global__ void breaks(int x) { if (x == 0) __brkpt(); }
__global__ void null(int *p) { *p = 1; }
__global__ void at(int *p, long long i, int *to) { to[0] = p[i] * 0 + 3; }
__global__ void sharedFar(int i) { __shared__ int s[4]; s[i] = i; if (s[i & 3] == 77) s[0] = 1; }
__global__ void divides(int a, int b, int *to) { to[0] = a / b; }
__global__ void deep(int n, int *to) { volatile int a[64]; a[n & 63] = n; to[0] = a[n & 63]; }

// after tells of calls behind a kernel that has failed.
static void after()
{
    int *d = 0;
    int n = 0;
    size_t a, b;
    cudaEvent_t e;
    cudaStream_t s;
    cudaDeviceProp p;
    T(cudaPeekAtLastError());
    T(cudaDeviceSynchronize());
    T(cudaDeviceSynchronize());
    T(cudaGetLastError());
    T(cudaMalloc(&d, 4));
    T(cudaMalloc((void **)0, 4));
    T(cudaFree(0));
    T(cudaMallocHost(&d, 4));
    T(cudaMemGetInfo(&a, &b));
    T(cudaEventCreate(&e));
    T(cudaStreamCreate(&s));
    T(cudaStreamSynchronize(0));
    T(cudaStreamQuery(0));
    T(cudaMemcpy(&n, &n, 4, cudaMemcpyHostToHost));
    T(cudaMemset(0, 0, 0));
    T(cudaGetDevice(&n));
    T(cudaSetDevice(0));
    T(cudaSetDevice(99));
    T(cudaGetDeviceCount(&n));
    T(cudaGetDeviceProperties(&p, 0));
    T(cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 0));
    T(cudaDeviceGetLimit(&a, cudaLimitStackSize));
    T(cudaDriverGetVersion(&n));
    L(ok<<<1, 1>>>(0));
    L(ok<<<1, 5000>>>(0));
    T(cudaDeviceSynchronize());
    T(cudaDeviceReset());
    T(cudaDeviceSynchronize());
    T(cudaMalloc(&d, 4));
    T(cudaGetDeviceCount(&n));
    T(cudaSetDevice(0));
    L(ok<<<1, 1>>>(0));
    T(cudaDeviceSynchronize());
}

static void farAway() { L(far<<<1, 1>>>(0)); after(); }
static void misalignedAddress() { char *d; cudaMalloc(&d, 64); L(misaligned<<<1, 1>>>(d)); after(); }
static void asserted() { L(asserts<<<1, 1>>>(0)); after(); }
static void trapped() { L(traps<<<1, 1>>>(0)); after(); }
static void brokenInto() { L(breaks<<<1, 1>>>(0)); after(); }
static void nullPointer() { L(null<<<1, 1>>>(0)); after(); }
static void hostPointer() { int h = 0; L(null<<<1, 1>>>(&h)); after(); printf("value %d\n", h); }
static void sharedBeyond() { L(sharedFar<<<1, 1>>>(1 << 20)); after(); }
static void freedPointer() { int *d; cudaMalloc(&d, 64 << 20); cudaFree(d); L(null<<<1, 1>>>(d)); after(); }

// Reading behind a small array goes on as long as the card has memory mapped there.
static void behind()
{
    int *d, *to;
    cudaMalloc(&d, 256);
    cudaMalloc(&to, 4);
    long long far[] = {64, 65, 127, 128, 1000, 100000, 400000, 600000, 100000000};
    for (int i = 0; i < 9; i++) {
        at<<<1, 1>>>(d, far[i], to);
        printf("element %lld: ", far[i]);
        printf("code %d\n", (int)cudaDeviceSynchronize());
    }
}

static void fine()
{
    int *d, v = 77;
    cudaMalloc(&d, 64);
    L(divides<<<1, 1>>>(5, 0, d));
    T(cudaDeviceSynchronize());
    T(cudaMemcpy(&v, d, 4, cudaMemcpyDeviceToHost));
    printf("5 / 0 is %d\n", v);
    L(deep<<<1, 1>>>(5, d));
    T(cudaDeviceSynchronize());
    L(traps<<<1, 1>>>(1));
    T(cudaDeviceSynchronize());
    L(asserts<<<1, 1>>>(1));
    T(cudaDeviceSynchronize());
}

// The first call that finds the failure, if it is another one than cudaDeviceSynchronize.
static void foundByCopy() { int *d, v; cudaMalloc(&d, 4); traps<<<1, 1>>>(0); T(cudaMemcpy(&v, d, 4, cudaMemcpyDeviceToHost)); T(cudaGetLastError()); }
static void foundByFree() { int *d; cudaMalloc(&d, 4); traps<<<1, 1>>>(0); T(cudaFree(d)); T(cudaFree(d)); }
static void foundByStream() { traps<<<1, 1>>>(0); T(cudaStreamSynchronize(0)); T(cudaStreamSynchronize(0)); }
static void foundByEvent()
{
    cudaEvent_t e;
    float ms = 77;
    cudaEventCreate(&e);
    traps<<<1, 1>>>(0);
    T(cudaEventRecord(e));
    T(cudaEventSynchronize(e));
    T(cudaEventQuery(e));
    T(cudaEventElapsedTime(&ms, e, e));
    T(cudaEventDestroy(e));
}

CASES(farAway, misalignedAddress, asserted, trapped, brokenInto, nullPointer, hostPointer, sharedBeyond, freedPointer, behind, fine, foundByCopy,
      foundByFree, foundByStream, foundByEvent)

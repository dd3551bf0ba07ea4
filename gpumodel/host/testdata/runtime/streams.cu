// Streams and events.
#include "probe.h"

__global__ void ok(int *p) { if (p) p[0] = 7; }
__global__ void spin(long long clocks) { long long t = clock64(); while (clock64() - t < clocks) {} }
static void back(cudaStream_t s, cudaError_t e, void *data) { printf("called with %d, %d\n", (int)e, data ? *(int *)data : 0); }
static void plainBack(void *data) { printf("called with %d\n", data ? *(int *)data : 0); }

static void create()
{
    cudaStream_t s = 0, t = 0;
    unsigned f = 77;
    int n = 77;
    unsigned long long id = 77, other = 77;
    T(cudaStreamCreate(&s));
    T(cudaStreamCreate(0));
    T(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
    T(cudaStreamGetFlags(t, &f));
    printf("flags %u\n", f);
    T(cudaStreamGetFlags(s, &f));
    printf("flags %u\n", f);
    T(cudaStreamGetFlags(0, &f));
    printf("flags %u\n", f);
    T(cudaStreamGetFlags(cudaStreamLegacy, &f));
    T(cudaStreamGetFlags(cudaStreamPerThread, &f));
    printf("flags %u\n", f);
    T(cudaStreamGetFlags(s, 0));
    T(cudaStreamGetPriority(s, &n));
    printf("priority %d\n", n);
    T(cudaStreamGetPriority(0, &n));
    printf("priority %d\n", n);
    T(cudaStreamGetPriority(s, 0));
    T(cudaStreamGetDevice(s, &n));
    printf("device %d\n", n);
    T(cudaStreamGetDevice(0, &n));
    T(cudaStreamGetDevice(s, 0));
    T(cudaStreamGetId(s, &id));
    T(cudaStreamGetId(t, &other));
    printf("apart %d\n", id != other);
    T(cudaStreamGetId(0, &id));
    T(cudaStreamGetId(s, 0));
    T(cudaStreamDestroy(t));
    T(cudaStreamCreateWithFlags(&t, 2));
    T(cudaStreamCreateWithFlags(&t, 0xffffffff));
    T(cudaStreamCreateWithFlags(0, 0));
    T(cudaStreamCreateWithPriority(&t, cudaStreamNonBlocking, -1));
    T(cudaStreamGetPriority(t, &n));
    printf("priority %d\n", n);
    T(cudaStreamDestroy(t));
    T(cudaStreamCreateWithPriority(&t, 0, -100));
    T(cudaStreamGetPriority(t, &n));
    printf("priority %d\n", n);
    T(cudaStreamDestroy(t));
    T(cudaStreamCreateWithPriority(&t, 0, 100));
    T(cudaStreamGetPriority(t, &n));
    printf("priority %d\n", n);
    T(cudaStreamDestroy(t));
    T(cudaStreamCreateWithPriority(&t, 7, 0));
    T(cudaStreamCreateWithPriority(0, 0, 0));
    T(cudaStreamSynchronize(s));
    T(cudaStreamQuery(s));
    T(cudaStreamSynchronize(cudaStreamLegacy));
    T(cudaStreamSynchronize(cudaStreamPerThread));
    T(cudaStreamQuery(cudaStreamPerThread));
    T(cudaStreamDestroy(0));
    T(cudaStreamDestroy(cudaStreamLegacy));
    T(cudaStreamDestroy(cudaStreamPerThread));
    T(cudaStreamDestroy(s));
}

static void destroyed()
{
    cudaStream_t s;
    cudaEvent_t e;
    unsigned f;
    T(cudaStreamCreate(&s));
    T(cudaEventCreate(&e));
    T(cudaStreamDestroy(s));
    T(cudaStreamSynchronize(s));
    T(cudaStreamQuery(s));
    T(cudaStreamGetFlags(s, &f));
    T(cudaEventRecord(e, s));
    T(cudaStreamWaitEvent(s, e, 0));
    L(ok<<<1, 1, 0, s>>>(0));
    T(cudaMemsetAsync(0, 0, 0, s));
    T(cudaStreamDestroy(s));
    T(cudaDeviceSynchronize());
}

static void destroyedEvent()
{
    cudaEvent_t e, a;
    float ms = 77;
    T(cudaEventCreate(&e));
    T(cudaEventCreate(&a));
    T(cudaEventRecord(a));
    T(cudaEventDestroy(e));
    T(cudaEventRecord(e));
    T(cudaEventQuery(e));
    T(cudaEventSynchronize(e));
    T(cudaStreamWaitEvent(0, e, 0));
    T(cudaEventElapsedTime(&ms, a, e));
    T(cudaEventDestroy(e));
    T(cudaDeviceSynchronize());
}

// Handles that no call has returned.
static void foreign()
{
    static long long memory[512];
    cudaStream_t s = (cudaStream_t)memory, small = (cudaStream_t)77;
    cudaEvent_t e = (cudaEvent_t)memory, smallEvent = (cudaEvent_t)77;
    T(cudaStreamSynchronize(s));
    T(cudaStreamQuery(s));
    T(cudaStreamDestroy(s));
    T(cudaStreamSynchronize(small));
    T(cudaStreamDestroy(small));
    L(ok<<<1, 1, 0, s>>>(0));
    T(cudaEventRecord(e));
    T(cudaEventQuery(e));
    T(cudaEventDestroy(e));
    T(cudaEventQuery(smallEvent));
    T(cudaEventDestroy(smallEvent));
    T(cudaDeviceSynchronize());
}

static void events()
{
    cudaEvent_t a, b, n = 0;
    cudaStream_t s;
    float ms = 77;
    T(cudaEventCreate(&a));
    T(cudaEventCreate(&b));
    T(cudaEventCreate((cudaEvent_t *)0));
    T(cudaEventCreateWithFlags(&n, 8));
    T(cudaEventCreateWithFlags(&n, 0xffffffff));
    T(cudaEventCreateWithFlags(&n, cudaEventInterprocess));
    T(cudaEventCreateWithFlags(0, 0));
    T(cudaEventCreateWithFlags(&n, cudaEventInterprocess | cudaEventDisableTiming));
    T(cudaEventDestroy(n));
    T(cudaEventCreateWithFlags(&n, cudaEventBlockingSync | cudaEventDisableTiming));
    T(cudaEventRecord(n));
    T(cudaEventSynchronize(n));
    T(cudaEventQuery(n));
    T(cudaEventElapsedTime(&ms, n, n));
    T(cudaEventElapsedTime(&ms, a, b));
    printf("ms %g\n", ms);
    T(cudaEventRecord(a));
    T(cudaEventSynchronize(a));
    T(cudaEventElapsedTime(&ms, a, b));
    T(cudaEventElapsedTime(&ms, b, a));
    T(cudaEventElapsedTime(&ms, a, a));
    printf("ms %g\n", ms);
    T(cudaEventElapsedTime(&ms, a, n));
    T(cudaEventElapsedTime(&ms, n, a));
    T(cudaEventElapsedTime(0, a, a));
    T(cudaEventElapsedTime(&ms, 0, a));
    T(cudaEventElapsedTime(&ms, a, 0));
    T(cudaEventElapsedTime(0, 0, 0));
    T(cudaEventRecord(0));
    T(cudaEventQuery(0));
    T(cudaEventSynchronize(0));
    T(cudaEventDestroy(0));
    T(cudaStreamCreate(&s));
    T(cudaEventRecord(b, s));
    T(cudaEventRecordWithFlags(b, s, 0));
    T(cudaEventRecordWithFlags(b, s, cudaEventRecordExternal));
    T(cudaEventRecordWithFlags(b, s, 77));
    T(cudaStreamWaitEvent(s, b, 0));
    T(cudaStreamWaitEvent(0, b, 0));
    T(cudaStreamWaitEvent(s, b, cudaEventWaitExternal));
    T(cudaStreamWaitEvent(s, b, 77));
    T(cudaStreamWaitEvent(s, 0, 0));
    T(cudaEventSynchronize(b));
    spin<<<1, 1, 0, s>>>(200000000ll);
    T(cudaEventRecord(b, s));
    T(cudaEventQuery(b));
    T(cudaStreamQuery(s));
    T(cudaEventElapsedTime(&ms, a, b));
    T(cudaEventElapsedTime(&ms, b, b));
    T(cudaEventDestroy(b));
    T(cudaStreamDestroy(s));
    T(cudaDeviceSynchronize());
}

static void callbacks()
{
    cudaStream_t s;
    int n = 3;
    T(cudaStreamCreate(&s));
    T(cudaStreamAddCallback(s, back, &n, 0));
    T(cudaStreamSynchronize(s));
    T(cudaStreamAddCallback(s, back, 0, 0));
    T(cudaStreamSynchronize(s));
    T(cudaStreamAddCallback(s, 0, &n, 0));
    T(cudaStreamSynchronize(s));
    T(cudaStreamAddCallback(s, back, &n, 1));
    T(cudaStreamSynchronize(s));
    T(cudaLaunchHostFunc(s, plainBack, &n));
    T(cudaStreamSynchronize(s));
    T(cudaLaunchHostFunc(s, 0, &n));
    T(cudaStreamSynchronize(s));
    T(cudaLaunchHostFunc(0, plainBack, &n));
    T(cudaDeviceSynchronize());
}

static void attached()
{
    cudaStream_t s;
    char *m, *d, *h = (char *)malloc(64);
    cudaMallocManaged(&m, 4096);
    cudaMalloc(&d, 4096);
    T(cudaStreamCreate(&s));
    T(cudaStreamAttachMemAsync(s, m, 0, cudaMemAttachSingle));
    T(cudaStreamAttachMemAsync(s, m, 4096, cudaMemAttachGlobal));
    T(cudaStreamAttachMemAsync(s, m, 64, cudaMemAttachGlobal));
    T(cudaStreamAttachMemAsync(s, m, 0, cudaMemAttachHost));
    T(cudaStreamAttachMemAsync(s, m, 0, 3));
    T(cudaStreamAttachMemAsync(s, m, 0, 0));
    T(cudaStreamAttachMemAsync(0, m, 0, cudaMemAttachSingle));
    T(cudaStreamAttachMemAsync(s, d, 0, cudaMemAttachSingle));
    T(cudaStreamAttachMemAsync(s, h, 0, cudaMemAttachSingle));
    T(cudaStreamAttachMemAsync(s, (char *)0, 0, cudaMemAttachSingle));
    T(cudaStreamSynchronize(s));
}

static void status(const char *what, cudaStream_t s)
{
    cudaStreamCaptureStatus c = (cudaStreamCaptureStatus)77;
    int r = (int)cudaStreamIsCapturing(s, &c);
    printf("%s: code %d, status %d, last %d\n", what, r, (int)c, (int)cudaGetLastError());
}

static void capture()
{
    cudaStream_t s, t;
    cudaGraph_t g = 0;
    cudaEvent_t e;
    int *d;
    size_t n = 77;
    cudaMalloc(&d, 64);
    T(cudaStreamCreate(&s));
    T(cudaStreamCreate(&t));
    T(cudaEventCreate(&e));
    status("before", s);
    T(cudaStreamIsCapturing(s, 0));
    status("the default stream", 0);
    T(cudaStreamEndCapture(s, &g));
    T(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal));
    T(cudaStreamBeginCapture(s, (cudaStreamCaptureMode)9));
    T(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    status("begun", s);
    T(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    L(ok<<<1, 1, 0, s>>>(d));
    T(cudaMemsetAsync(d, 0, 64, s));
    T(cudaStreamEndCapture(t, &g));
    T(cudaStreamEndCapture(s, &g));
    status("ended", s);
    T(cudaGraphGetNodes(g, 0, &n));
    printf("nodes %d\n", (int)n);
    T(cudaStreamEndCapture(s, &g));
    // A fork and a join.
    T(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    T(cudaEventRecord(e, s));
    T(cudaStreamWaitEvent(t, e, 0));
    status("the other", t);
    L(ok<<<1, 1, 0, t>>>(d));
    T(cudaEventRecord(e, t));
    T(cudaEventQuery(e));
    T(cudaStreamWaitEvent(s, e, 0));
    T(cudaStreamEndCapture(s, &g));
    T(cudaGraphGetNodes(g, 0, &n));
    printf("nodes %d\n", (int)n);
    // What was not joined.
    T(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    T(cudaEventRecord(e, s));
    T(cudaStreamWaitEvent(t, e, 0));
    L(ok<<<1, 1, 0, t>>>(d));
    T(cudaStreamEndCapture(s, &g));
    status("not joined", s);
    status("the other", t);
    // What cannot be captured.
    T(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    T(cudaStreamSynchronize(s));
    status("synchronized", s);
    T(cudaStreamEndCapture(s, &g));
    printf("graph %d\n", g != 0);
    T(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    T(cudaStreamQuery(s));
    status("queried", s);
    T(cudaStreamEndCapture(s, &g));
    T(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    T(cudaMalloc(&d, 64));
    status("cudaMalloc", s);
    T(cudaStreamEndCapture(s, &g));
    T(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    T(cudaMemcpy(d, d, 4, cudaMemcpyDeviceToDevice));
    status("cudaMemcpy", s);
    T(cudaStreamEndCapture(s, &g));
    T(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    L(ok<<<1, 1>>>(d));
    status("a launch in the default stream", s);
    T(cudaStreamEndCapture(s, &g));
    T(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    T(cudaDeviceSynchronize());
    status("cudaDeviceSynchronize", s);
    T(cudaStreamEndCapture(s, &g));
    T(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    T(cudaStreamEndCapture(s, 0));
    T(cudaStreamEndCapture(s, &g));
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    T(cudaThreadExchangeStreamCaptureMode(&mode));
    printf("mode %d\n", (int)mode);
    T(cudaThreadExchangeStreamCaptureMode(0));
    mode = (cudaStreamCaptureMode)9;
    T(cudaThreadExchangeStreamCaptureMode(&mode));
    T(cudaDeviceSynchronize());
}

CASES(create, destroyed, destroyedEvent, foreign, events, callbacks, attached, capture)

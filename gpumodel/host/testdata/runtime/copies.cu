// Copies and fills of one, two and three dimensions.
#include "probe.h"

static char *d, *e, *h, *pinned, *managed, *freed;

static void begin()
{
    cudaMalloc(&d, 4096);
    cudaMalloc(&e, 4096);
    cudaMalloc(&freed, 4096);
    cudaMallocHost(&pinned, 4096);
    cudaMallocManaged(&managed, 4096);
    h = (char *)malloc(8192);
    memset(h, 1, 8192);
    cudaFree(freed);
    T(cudaDeviceSynchronize());
}

static void plain()
{
    begin();
    T(cudaMemcpy(d, h, 64, cudaMemcpyHostToDevice));
    T(cudaMemcpy(d, h, (size_t)-4, cudaMemcpyHostToDevice));
    T(cudaMemcpy(h, d, (size_t)-4, cudaMemcpyDeviceToHost));
    T(cudaMemcpy(d, e, (size_t)-4, cudaMemcpyDeviceToDevice));
    T(cudaMemcpy(d, h, (size_t)-4, cudaMemcpyDefault));
    T(cudaMemcpy(d, h, (size_t)1 << 40, cudaMemcpyHostToDevice));
    T(cudaMemcpy(h, d, (size_t)1 << 40, cudaMemcpyDeviceToHost));
    T(cudaMemcpy(d, e, (size_t)1 << 40, cudaMemcpyDeviceToDevice));
    T(cudaMemcpy(d, h, 64, (cudaMemcpyKind)-1));
    T(cudaMemcpy(d, h, 64, (cudaMemcpyKind)5));
    T(cudaMemcpy(d, h, 0, (cudaMemcpyKind)5));
    T(cudaMemcpy(0, h, 64, cudaMemcpyHostToDevice));
    T(cudaMemcpy(d, 0, 64, cudaMemcpyHostToDevice));
    T(cudaMemcpy(0, d, 64, cudaMemcpyDeviceToHost));
    T(cudaMemcpy(h, 0, 64, cudaMemcpyDeviceToHost));
    T(cudaMemcpy(0, 0, 64, cudaMemcpyDefault));
    T(cudaMemcpy(0, 0, 0, cudaMemcpyDefault));
    T(cudaMemcpy(h, 0, 0, cudaMemcpyDeviceToHost));
    T(cudaMemcpy(freed, h, 64, cudaMemcpyHostToDevice));
    T(cudaMemcpy(h, freed, 64, cudaMemcpyDeviceToHost));
    T(cudaMemcpy(pinned, d, 64, cudaMemcpyDeviceToHost));
    T(cudaMemcpy(d, pinned, 64, cudaMemcpyHostToDevice));
    T(cudaMemcpy(pinned, d, 64, cudaMemcpyHostToDevice));
    T(cudaMemcpy(pinned, d, 64, cudaMemcpyDeviceToDevice));
    T(cudaMemcpy(d, pinned, 64, cudaMemcpyDeviceToHost));
    T(cudaMemcpy(pinned, h, 64, cudaMemcpyHostToDevice));
    T(cudaMemcpy(h, pinned, 64, cudaMemcpyDeviceToHost));
    T(cudaMemcpy(pinned, h, 64, cudaMemcpyDefault));
    T(cudaMemcpy(managed, d, 64, cudaMemcpyDeviceToHost));
    T(cudaMemcpy(managed, d, 64, cudaMemcpyDeviceToDevice));
    T(cudaMemcpy(d, managed, 64, cudaMemcpyHostToDevice));
    T(cudaMemcpy(managed, h, 64, cudaMemcpyDeviceToHost));
    T(cudaMemcpy(managed, h, 64, cudaMemcpyHostToDevice));
    T(cudaMemcpy(h, managed, 64, cudaMemcpyHostToDevice));
    T(cudaMemcpy(h, h + 64, 64, cudaMemcpyHostToHost));
    T(cudaMemcpy(h, h + 64, 64, cudaMemcpyDefault));
    T(cudaMemcpy(d, e, 64, cudaMemcpyHostToHost));
    T(cudaMemcpy(d, e, 64, cudaMemcpyHostToDevice));
    T(cudaMemcpy(d, e, 64, cudaMemcpyDeviceToHost));
    T(cudaMemcpy(d, d + 32, 64, cudaMemcpyDeviceToDevice));
    T(cudaMemcpy(d + 32, d, 64, cudaMemcpyDefault));
    T(cudaMemcpy(d + 4096, h, 64, cudaMemcpyHostToDevice));
    T(cudaMemcpy(d, h, 4097, cudaMemcpyHostToDevice));
    T(cudaMemcpy(d, h, 8192, cudaMemcpyHostToDevice));
    T(cudaMemcpy(pinned, d, 4096, cudaMemcpyDeviceToHost));
    T(cudaMemcpyPeer(d, 0, e, 0, 64));
    T(cudaMemcpyPeer(d, 99, e, 0, 64));
    T(cudaMemcpyPeer(d, 0, e, -1, 64));
    T(cudaMemcpyPeer(d, 0, h, 0, 64));
    T(cudaMemcpyPeer(0, 0, e, 0, 64));
    T(cudaMemcpyPeer(d, 0, e, 0, 0));
    T(cudaMemcpyPeerAsync(d, 0, e, 0, 64));
    T(cudaMemcpyPeerAsync(d, 0, e, 99, 64));
    T(cudaDeviceSynchronize());
}

static void async()
{
    begin();
    cudaStream_t s;
    T(cudaStreamCreate(&s));
    T(cudaMemcpyAsync(d, h, 64, cudaMemcpyHostToDevice, s));
    T(cudaMemcpyAsync(d, h, (size_t)-4, cudaMemcpyHostToDevice, s));
    T(cudaMemcpyAsync(h, d, (size_t)-4, cudaMemcpyDeviceToHost, s));
    T(cudaMemcpyAsync(d, e, (size_t)-4, cudaMemcpyDeviceToDevice, s));
    T(cudaMemcpyAsync(d, h, 64, (cudaMemcpyKind)9, s));
    T(cudaMemcpyAsync(0, h, 64, cudaMemcpyHostToDevice, s));
    T(cudaMemcpyAsync(d, h, 64, cudaMemcpyDeviceToHost, s));
    T(cudaMemcpyAsync(d, h, 0, cudaMemcpyDeviceToHost, s));
    T(cudaMemcpyAsync(freed, h, 64, cudaMemcpyHostToDevice, s));
    T(cudaMemcpyAsync(d, h, 64, cudaMemcpyHostToDevice, cudaStreamPerThread));
    T(cudaMemcpyAsync(d, h, 64, cudaMemcpyHostToDevice, cudaStreamLegacy));
    T(cudaMemsetAsync(d, 1, 64, s));
    T(cudaMemsetAsync(h, 1, 64, s));
    T(cudaMemsetAsync(0, 1, 64, s));
    T(cudaMemset2DAsync(d, 64, 1, 32, 2, s));
    T(cudaMemset2DAsync(d, 16, 1, 32, 2, s));
    T(cudaMemcpy2DAsync(d, 64, h, 64, 32, 2, cudaMemcpyHostToDevice, s));
    T(cudaMemcpy2DAsync(d, 16, h, 64, 32, 2, cudaMemcpyHostToDevice, s));
    T(cudaStreamSynchronize(s));
    T(cudaStreamDestroy(s));
}

static void fills()
{
    begin();
    T(cudaMemset(d, 1, 4096));
    T(cudaMemset(d, 257, 64));
    T(cudaMemcpy(h, d, 1, cudaMemcpyDeviceToHost));
    printf("value %d\n", h[0]);
    T(cudaMemset(d, 1, 0));
    T(cudaMemset(0, 1, 0));
    T(cudaMemset(0, 1, 4));
    T(cudaMemset(h, 1, 4));
    T(cudaMemset(freed, 1, 4));
    T(cudaMemset(pinned, 1, 4));
    T(cudaMemset(managed, 1, 4));
    T(cudaMemset(d, 1, (size_t)1 << 40));
    T(cudaMemset(d, 1, (size_t)1 << 30));
    T(cudaMemset2D(d, 64, 1, 32, 8));
    T(cudaMemset2D(d, 32, 1, 32, 8));
    T(cudaMemset2D(d, 31, 1, 32, 8));
    T(cudaMemset2D(d, 0, 1, 32, 8));
    T(cudaMemset2D(d, 31, 1, 32, 1));
    T(cudaMemset2D(d, 0, 1, 32, 1));
    T(cudaMemset2D(d, 64, 1, 0, 8));
    T(cudaMemset2D(d, 64, 1, 32, 0));
    T(cudaMemset2D(0, 64, 1, 32, 8));
    T(cudaMemset2D(0, 64, 1, 0, 0));
    T(cudaMemset2D(h, 64, 1, 32, 8));
    cudaPitchedPtr p = make_cudaPitchedPtr(d, 64, 32, 4), none = make_cudaPitchedPtr(0, 64, 32, 4), narrow = make_cudaPitchedPtr(d, 16, 32, 4);
    T(cudaMemset3D(p, 1, make_cudaExtent(32, 4, 2)));
    T(cudaMemset3D(p, 1, make_cudaExtent(32, 2, 2)));
    T(cudaMemset3D(p, 1, make_cudaExtent(33, 4, 2)));
    T(cudaMemset3D(p, 1, make_cudaExtent(65, 4, 2)));
    T(cudaMemset3D(p, 1, make_cudaExtent(32, 5, 2)));
    T(cudaMemset3D(p, 1, make_cudaExtent(0, 4, 2)));
    T(cudaMemset3D(p, 1, make_cudaExtent(32, 0, 2)));
    T(cudaMemset3D(p, 1, make_cudaExtent(32, 4, 0)));
    T(cudaMemset3D(none, 1, make_cudaExtent(32, 4, 2)));
    T(cudaMemset3D(narrow, 1, make_cudaExtent(32, 4, 2)));
    T(cudaMemset3DAsync(p, 1, make_cudaExtent(32, 4, 2), 0));
    T(cudaMemset3DAsync(none, 1, make_cudaExtent(32, 4, 2), 0));
    T(cudaDeviceSynchronize());
}

// Sizes that no array has: what is not rejected may be an error of the device, behind which no call works.
#define LARGE(name, ...) \
    static void name() \
    { \
        begin(); \
        T(__VA_ARGS__); \
        T(cudaDeviceSynchronize()); \
        T(cudaFree(0)); \
    }
LARGE(fillBytes, cudaMemset(d, 1, (size_t)-4))
LARGE(fillPitch, cudaMemset2D(d, (size_t)-4, 1, 32, 8))
LARGE(fillPitch40, cudaMemset2D(d, (size_t)1 << 40, 1, 32, 8))
LARGE(fillWidth, cudaMemset2D(d, 64, 1, (size_t)-4, 8))
LARGE(fillHeight, cudaMemset2D(d, 64, 1, 32, (size_t)1 << 40))
LARGE(fillDepth, cudaMemset3D(make_cudaPitchedPtr(d, 64, 32, 4), 1, make_cudaExtent(32, 4, (size_t)1 << 40)))
LARGE(copyWidth, cudaMemcpy2D(d, 64, h, 32, (size_t)-4, 8, cudaMemcpyHostToDevice))
LARGE(copyPitch, cudaMemcpy2D(d, (size_t)-4, h, (size_t)-4, 32, 8, cudaMemcpyHostToDevice))
LARGE(copyPitch40, cudaMemcpy2D(d, (size_t)1 << 40, h, 32, 32, 8, cudaMemcpyHostToDevice))
LARGE(copyPitch31, cudaMemcpy2D(d, (size_t)1 << 31, h, 32, 32, 1, cudaMemcpyHostToDevice))
LARGE(copyHeight, cudaMemcpy2D(d, 64, h, 32, 32, (size_t)-4, cudaMemcpyHostToDevice))

static cudaMemcpy3DParms *box(cudaExtent extent, cudaPos pos)
{
    static cudaMemcpy3DParms p;
    memset(&p, 0, sizeof p);
    p.srcPtr = make_cudaPitchedPtr(h, 32, 32, 4);
    p.dstPtr = make_cudaPitchedPtr(d, 64, 32, 4);
    p.dstPos = pos;
    p.extent = extent;
    p.kind = cudaMemcpyHostToDevice;
    return &p;
}
LARGE(boxWidth, cudaMemcpy3D(box(make_cudaExtent((size_t)-4, 4, 2), make_cudaPos(0, 0, 0))))
LARGE(boxDepth, cudaMemcpy3D(box(make_cudaExtent(32, 4, (size_t)1 << 40), make_cudaPos(0, 0, 0))))
LARGE(boxPos, cudaMemcpy3D(box(make_cudaExtent(32, 4, 2), make_cudaPos(0, 0, (size_t)1 << 40))))

static void rows()
{
    begin();
    T(cudaMemcpy2D(d, 64, h, 32, 32, 8, cudaMemcpyHostToDevice));
    T(cudaMemcpy2D(h, 32, d, 64, 32, 8, cudaMemcpyDeviceToHost));
    T(cudaMemcpy2D(d, 31, h, 32, 32, 8, cudaMemcpyHostToDevice));
    T(cudaMemcpy2D(d, 64, h, 31, 32, 8, cudaMemcpyHostToDevice));
    T(cudaMemcpy2D(d, 31, h, 32, 32, 1, cudaMemcpyHostToDevice));
    T(cudaMemcpy2D(d, 0, h, 0, 32, 1, cudaMemcpyHostToDevice));
    T(cudaMemcpy2D(d, 0, h, 0, 0, 8, cudaMemcpyHostToDevice));
    T(cudaMemcpy2D(d, 64, h, 32, 0, 8, cudaMemcpyHostToDevice));
    T(cudaMemcpy2D(d, 64, h, 32, 32, 0, cudaMemcpyHostToDevice));
    T(cudaMemcpy2D(d, 31, h, 32, 32, 0, cudaMemcpyHostToDevice));
    T(cudaMemcpy2D(d, 64, h, 32, 32, 8, (cudaMemcpyKind)9));
    T(cudaMemcpy2D(d, 64, h, 32, 32, 8, cudaMemcpyDeviceToHost));
    T(cudaMemcpy2D(d, 64, h, 32, 32, 8, cudaMemcpyDeviceToDevice));
    T(cudaMemcpy2D(d, 64, h, 32, 32, 8, cudaMemcpyHostToHost));
    T(cudaMemcpy2D(d, 64, h, 32, 32, 8, cudaMemcpyDefault));
    T(cudaMemcpy2D(d, 64, e, 32, 32, 8, cudaMemcpyDeviceToDevice));
    T(cudaMemcpy2D(h, 64, h + 4096, 32, 32, 8, cudaMemcpyHostToHost));
    T(cudaMemcpy2D(0, 64, h, 32, 32, 8, cudaMemcpyHostToDevice));
    T(cudaMemcpy2D(d, 64, 0, 32, 32, 8, cudaMemcpyHostToDevice));
    T(cudaMemcpy2D(0, 64, 0, 32, 0, 0, cudaMemcpyHostToDevice));
    T(cudaMemcpy2D(freed, 64, h, 32, 32, 8, cudaMemcpyHostToDevice));
    T(cudaMemcpy2D(d, 512, h, 32, 32, 9, cudaMemcpyHostToDevice));
    T(cudaMemcpy2D(pinned, 32, d, 64, 32, 8, cudaMemcpyDeviceToHost));
    T(cudaDeviceSynchronize());
}

static void boxes()
{
    begin();
    cudaMemcpy3DParms p;
    memset(&p, 0, sizeof p);
    T(cudaMemcpy3D(&p));
    T(cudaMemcpy3D(0));
    p.srcPtr = make_cudaPitchedPtr(h, 32, 32, 4);
    p.dstPtr = make_cudaPitchedPtr(d, 64, 32, 4);
    p.extent = make_cudaExtent(32, 4, 2);
    p.kind = cudaMemcpyHostToDevice;
    T(cudaMemcpy3D(&p));
    T(cudaMemcpy3DAsync(&p, 0));
    T(cudaMemcpy3DAsync(0, 0));
    p.kind = (cudaMemcpyKind)9;
    T(cudaMemcpy3D(&p));
    p.kind = cudaMemcpyDeviceToHost;
    T(cudaMemcpy3D(&p));
    p.kind = cudaMemcpyHostToHost;
    T(cudaMemcpy3D(&p));
    p.kind = cudaMemcpyDefault;
    T(cudaMemcpy3D(&p));
    p.kind = cudaMemcpyHostToDevice;
    p.extent = make_cudaExtent(33, 4, 2);
    T(cudaMemcpy3D(&p));
    p.extent = make_cudaExtent(32, 5, 2);
    T(cudaMemcpy3D(&p));
    p.extent = make_cudaExtent(0, 4, 2);
    T(cudaMemcpy3D(&p));
    p.extent = make_cudaExtent(32, 0, 2);
    T(cudaMemcpy3D(&p));
    p.extent = make_cudaExtent(32, 4, 0);
    T(cudaMemcpy3D(&p));
    p.extent = make_cudaExtent(32, 4, 2);
    p.dstPtr.pitch = 16;
    T(cudaMemcpy3D(&p));
    p.dstPtr.pitch = 64;
    p.dstPtr.ptr = 0;
    T(cudaMemcpy3D(&p));
    p.dstPtr.ptr = d;
    p.srcPtr.ptr = 0;
    T(cudaMemcpy3D(&p));
    p.srcPtr.ptr = h;
    p.dstPos = make_cudaPos(16, 1, 1);
    T(cudaMemcpy3D(&p));
    p.dstPos = make_cudaPos(0, 0, 0);
    p.dstPtr.ysize = 2;
    T(cudaMemcpy3D(&p));
    p.dstPtr.ysize = 4;
    p.dstPtr.ptr = freed;
    T(cudaMemcpy3D(&p));
    cudaMemcpy3DPeerParms q;
    memset(&q, 0, sizeof q);
    q.srcPtr = make_cudaPitchedPtr(e, 32, 32, 4);
    q.dstPtr = make_cudaPitchedPtr(d, 64, 32, 4);
    q.extent = make_cudaExtent(32, 4, 2);
    T(cudaMemcpy3DPeer(&q));
    T(cudaMemcpy3DPeerAsync(&q));
    q.dstDevice = 99;
    T(cudaMemcpy3DPeer(&q));
    T(cudaMemcpy3DPeer(0));
    T(cudaDeviceSynchronize());
}

CASES(plain, async, fills, rows, boxes, fillBytes, fillPitch, fillPitch40, fillWidth, fillHeight, fillDepth, copyWidth, copyPitch, copyPitch40, copyPitch31,
      copyHeight, boxWidth, boxDepth, boxPos)

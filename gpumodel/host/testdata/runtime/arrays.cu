// Arrays, textures and surfaces.
#include "probe.h"

__global__ void fetch(cudaTextureObject_t t, float *to) { to[0] = tex2D<float>(t, 1.5f, 1.5f); }
__global__ void write(cudaSurfaceObject_t s) { surf2Dwrite(5.0f, s, 4, 1); }

static cudaArray_t array;
static cudaChannelFormatDesc one = {32, 0, 0, 0, cudaChannelFormatKindFloat};

static void info(cudaArray_t a)
{
    cudaChannelFormatDesc d;
    cudaExtent e;
    unsigned f = 77;
    memset(&d, 0x5a, sizeof d);
    memset(&e, 0x5a, sizeof e);
    T(cudaArrayGetInfo(&d, &e, &f, a));
    printf("channels %d %d %d %d of kind %d, extent %d %d %d, flags %u\n", d.x, d.y, d.z, d.w, (int)d.f, (int)e.width, (int)e.height, (int)e.depth, f);
}

static void create()
{
    cudaArray_t a = 0;
    cudaChannelFormatDesc d;
    T(cudaMallocArray(&a, &one, 16, 8));
    info(a);
    T(cudaGetChannelDesc(&d, a));
    printf("channels %d %d %d %d of kind %d\n", d.x, d.y, d.z, d.w, (int)d.f);
    T(cudaArrayGetInfo(0, 0, 0, a));
    T(cudaFreeArray(a));
    T(cudaMallocArray(&a, &one, 16));
    info(a);
    T(cudaFreeArray(a));
    T(cudaMallocArray(&a, &one, 16, 8, cudaArraySurfaceLoadStore));
    info(a);
    T(cudaFreeArray(a));
    T(cudaMallocArray(&a, &one, 16, 8, cudaArrayTextureGather));
    T(cudaFreeArray(a));
    T(cudaMalloc3DArray(&a, &one, make_cudaExtent(16, 8, 4)));
    info(a);
    T(cudaFreeArray(a));
    T(cudaMalloc3DArray(&a, &one, make_cudaExtent(16, 8, 4), cudaArrayLayered));
    info(a);
    T(cudaFreeArray(a));
    T(cudaMalloc3DArray(&a, &one, make_cudaExtent(16, 0, 4), cudaArrayLayered));
    info(a);
    T(cudaFreeArray(a));
    T(cudaMalloc3DArray(&a, &one, make_cudaExtent(16, 16, 6), cudaArrayCubemap));
    info(a);
    T(cudaFreeArray(a));
    T(cudaFreeArray(0));
    T(cudaMallocArray(0, &one, 16, 8));
    T(cudaMallocArray(&a, 0, 16, 8));
    T(cudaMallocArray(&a, &one, 0, 8));
    T(cudaMallocArray(&a, &one, 0, 0));
    T(cudaMallocArray(&a, &one, 131072, 1));
    T(cudaMallocArray(&a, &one, 131073, 0));
    T(cudaMallocArray(&a, &one, 131073, 1));
    T(cudaMallocArray(&a, &one, 16, 65537));
    T(cudaMallocArray(&a, &one, (size_t)-4, 8));
    T(cudaMallocArray(&a, &one, 16, 8, 0x80));
    T(cudaMallocArray(&a, &one, 16, 8, 0xffffffff));
    T(cudaMallocArray(&a, &one, 16, 8, cudaArrayCubemap));
    T(cudaMalloc3DArray(&a, &one, make_cudaExtent(16, 8, 16385)));
    T(cudaMalloc3DArray(&a, &one, make_cudaExtent(16, 0, 4)));
    T(cudaMalloc3DArray(&a, &one, make_cudaExtent(16, 8, 6), cudaArrayCubemap));
    T(cudaMalloc3DArray(&a, &one, make_cudaExtent(16, 16, 5), cudaArrayCubemap));
    T(cudaMalloc3DArray(&a, &one, make_cudaExtent(16, 8, 2049), cudaArrayLayered));
    cudaChannelFormatDesc wrong[] = {{0, 0, 0, 0, cudaChannelFormatKindFloat}, {8, 0, 0, 0, cudaChannelFormatKindFloat}, {33, 0, 0, 0, cudaChannelFormatKindSigned},
                                     {32, 32, 32, 0, cudaChannelFormatKindFloat}, {32, 16, 0, 0, cudaChannelFormatKindSigned}, {8, 8, 0, 0, cudaChannelFormatKindNone},
                                     {8, 0, 8, 0, cudaChannelFormatKindUnsigned}, {64, 0, 0, 0, cudaChannelFormatKindFloat}, {8, 0, 0, 0, (cudaChannelFormatKind)99},
                                     {16, 16, 16, 16, cudaChannelFormatKindFloat}};
    for (int i = 0; i < 10; i++) {
        printf("format %d: ", i);
        T(cudaMallocArray(&a, &wrong[i], 16, 8));
    }
}

static void freed()
{
    T(cudaMallocArray(&array, &one, 16, 8));
    T(cudaFreeArray(array));
    T(cudaFreeArray(array));
}

static void freedInfo()
{
    cudaChannelFormatDesc d;
    T(cudaMallocArray(&array, &one, 16, 8));
    T(cudaFreeArray(array));
    T(cudaGetChannelDesc(&d, array));
}

static void nulls()
{
    cudaChannelFormatDesc d;
    cudaExtent e;
    unsigned f;
    T(cudaMallocArray(&array, &one, 16, 8));
    T(cudaGetChannelDesc(&d, 0));
    T(cudaGetChannelDesc(0, array));
    T(cudaArrayGetInfo(&d, &e, &f, 0));
    T(cudaFree(array));
    T(cudaFreeArray(array));
}

static void copies()
{
    float h[256], g[256];
    char *d;
    for (int i = 0; i < 256; i++) h[i] = i;
    cudaMalloc(&d, 1024);
    T(cudaMallocArray(&array, &one, 16, 8));
    T(cudaMemcpy2DToArray(array, 0, 0, h, 64, 64, 8, cudaMemcpyHostToDevice));
    T(cudaMemcpy2DFromArray(g, 64, array, 0, 0, 64, 8, cudaMemcpyDeviceToHost));
    printf("value %g\n", g[100]);
    T(cudaMemcpy2DToArray(array, 4, 1, h, 64, 60, 7, cudaMemcpyHostToDevice));
    T(cudaMemcpy2DToArray(array, 4, 1, h, 64, 64, 7, cudaMemcpyHostToDevice));
    T(cudaMemcpy2DToArray(array, 4, 1, h, 64, 60, 8, cudaMemcpyHostToDevice));
    T(cudaMemcpy2DToArray(array, 1, 0, h, 64, 4, 1, cudaMemcpyHostToDevice));
    T(cudaMemcpy2DToArray(array, 0, 0, h, 32, 64, 8, cudaMemcpyHostToDevice));
    T(cudaMemcpy2DToArray(array, 0, 0, h, 64, 3, 1, cudaMemcpyHostToDevice));
    T(cudaMemcpy2DToArray(array, 0, 0, h, 64, 0, 8, cudaMemcpyHostToDevice));
    T(cudaMemcpy2DToArray(array, 0, 0, h, 64, 64, 0, cudaMemcpyHostToDevice));
    T(cudaMemcpy2DToArray(array, 64, 0, h, 64, 4, 1, cudaMemcpyHostToDevice));
    T(cudaMemcpy2DToArray(array, 0, 0, h, 64, 64, 8, cudaMemcpyDeviceToHost));
    T(cudaMemcpy2DToArray(array, 0, 0, h, 64, 64, 8, cudaMemcpyDeviceToDevice));
    T(cudaMemcpy2DToArray(array, 0, 0, h, 64, 64, 8, cudaMemcpyHostToHost));
    T(cudaMemcpy2DToArray(array, 0, 0, h, 64, 64, 8, cudaMemcpyDefault));
    T(cudaMemcpy2DToArray(array, 0, 0, h, 64, 64, 8, (cudaMemcpyKind)9));
    T(cudaMemcpy2DToArray(array, 0, 0, d, 64, 64, 8, cudaMemcpyDeviceToDevice));
    T(cudaMemcpy2DToArray(array, 0, 0, 0, 64, 64, 8, cudaMemcpyHostToDevice));
    T(cudaMemcpy2DToArray(0, 0, 0, h, 64, 64, 8, cudaMemcpyHostToDevice));
    T(cudaMemcpy2DFromArray(g, 32, array, 0, 0, 64, 8, cudaMemcpyDeviceToHost));
    T(cudaMemcpy2DFromArray(g, 64, array, 0, 0, 64, 9, cudaMemcpyDeviceToHost));
    T(cudaMemcpy2DFromArray(g, 64, 0, 0, 0, 64, 8, cudaMemcpyDeviceToHost));
    T(cudaMemcpy2DToArrayAsync(array, 0, 0, h, 64, 64, 8, cudaMemcpyHostToDevice));
    T(cudaMemcpy2DFromArrayAsync(g, 64, array, 0, 0, 64, 8, cudaMemcpyDeviceToHost));
    T(cudaMemcpy2DArrayToArray(array, 0, 0, array, 0, 4, 64, 4));
    T(cudaMemcpy2DArrayToArray(array, 0, 0, array, 0, 5, 64, 4));
    T(cudaMemcpyToArray(array, 0, 0, h, 64, cudaMemcpyHostToDevice));
    T(cudaMemcpyToArray(array, 4, 0, h, 64, cudaMemcpyHostToDevice));
    T(cudaMemcpyToArray(array, 0, 0, h, 513, cudaMemcpyHostToDevice));
    T(cudaMemcpyFromArray(g, array, 0, 0, 512, cudaMemcpyDeviceToHost));
    cudaMemcpy3DParms p;
    memset(&p, 0, sizeof p);
    p.srcPtr = make_cudaPitchedPtr(h, 64, 16, 8);
    p.dstArray = array;
    p.extent = make_cudaExtent(16, 8, 1);
    p.kind = cudaMemcpyHostToDevice;
    T(cudaMemcpy3D(&p));
    p.extent = make_cudaExtent(17, 8, 1);
    T(cudaMemcpy3D(&p));
    p.extent = make_cudaExtent(16, 8, 2);
    T(cudaMemcpy3D(&p));
    p.extent = make_cudaExtent(16, 8, 1);
    p.dstPtr = make_cudaPitchedPtr(d, 64, 16, 8);
    T(cudaMemcpy3D(&p));
    T(cudaDeviceSynchronize());
}

static void textures()
{
    cudaTextureObject_t t = 0;
    cudaResourceDesc r, back;
    cudaTextureDesc x, y;
    char *d;
    size_t pitch;
    float h[256], *to, v = 77;
    for (int i = 0; i < 256; i++) h[i] = i;
    memset(&r, 0, sizeof r);
    memset(&x, 0, sizeof x);
    cudaMalloc(&to, 4);
    T(cudaMallocArray(&array, &one, 16, 8));
    T(cudaMemcpy2DToArray(array, 0, 0, h, 64, 64, 8, cudaMemcpyHostToDevice));
    r.resType = cudaResourceTypeArray;
    r.res.array.array = array;
    T(cudaCreateTextureObject(&t, &r, &x, 0));
    L(fetch<<<1, 1>>>(t, to));
    T(cudaMemcpy(&v, to, 4, cudaMemcpyDeviceToHost));
    printf("value %g\n", v);
    T(cudaGetTextureObjectResourceDesc(&back, t));
    printf("type %d, the same %d\n", (int)back.resType, back.res.array.array == array);
    T(cudaGetTextureObjectTextureDesc(&y, t));
    printf("mode %d %d %d\n", (int)y.addressMode[0], (int)y.filterMode, y.normalizedCoords);
    T(cudaGetTextureObjectResourceDesc(0, t));
    T(cudaGetTextureObjectTextureDesc(0, t));
    T(cudaDestroyTextureObject(t));
    T(cudaDestroyTextureObject(0));
    T(cudaCreateTextureObject(0, &r, &x, 0));
    T(cudaCreateTextureObject(&t, 0, &x, 0));
    T(cudaCreateTextureObject(&t, &r, 0, 0));
    x.readMode = cudaReadModeNormalizedFloat;
    T(cudaCreateTextureObject(&t, &r, &x, 0));
    x.readMode = (cudaTextureReadMode)9;
    T(cudaCreateTextureObject(&t, &r, &x, 0));
    x.readMode = cudaReadModeElementType;
    x.addressMode[0] = (cudaTextureAddressMode)9;
    T(cudaCreateTextureObject(&t, &r, &x, 0));
    x.addressMode[0] = cudaAddressModeWrap;
    x.filterMode = (cudaTextureFilterMode)9;
    T(cudaCreateTextureObject(&t, &r, &x, 0));
    x.filterMode = cudaFilterModeLinear;
    T(cudaCreateTextureObject(&t, &r, &x, 0));
    T(cudaDestroyTextureObject(t));
    r.res.array.array = 0;
    T(cudaCreateTextureObject(&t, &r, &x, 0));
    r.resType = (cudaResourceType)9;
    T(cudaCreateTextureObject(&t, &r, &x, 0));
    memset(&r, 0, sizeof r);
    memset(&x, 0, sizeof x);
    T(cudaMalloc(&d, 65536));
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = d;
    r.res.linear.desc = one;
    r.res.linear.sizeInBytes = 1024;
    T(cudaCreateTextureObject(&t, &r, &x, 0));
    T(cudaDestroyTextureObject(t));
    x.filterMode = cudaFilterModeLinear;
    T(cudaCreateTextureObject(&t, &r, &x, 0));
    x.filterMode = cudaFilterModePoint;
    x.normalizedCoords = 1;
    T(cudaCreateTextureObject(&t, &r, &x, 0));
    x.normalizedCoords = 0;
    r.res.linear.devPtr = d + 4;
    T(cudaCreateTextureObject(&t, &r, &x, 0));
    r.res.linear.devPtr = h;
    T(cudaCreateTextureObject(&t, &r, &x, 0));
    r.res.linear.devPtr = 0;
    T(cudaCreateTextureObject(&t, &r, &x, 0));
    r.res.linear.devPtr = d;
    r.res.linear.sizeInBytes = 0;
    T(cudaCreateTextureObject(&t, &r, &x, 0));
    r.res.linear.sizeInBytes = 65540;
    T(cudaCreateTextureObject(&t, &r, &x, 0));
    r.res.linear.sizeInBytes = (size_t)1 << 40;
    T(cudaCreateTextureObject(&t, &r, &x, 0));
    memset(&r, 0, sizeof r);
    T(cudaMallocPitch(&d, &pitch, 64, 8));
    r.resType = cudaResourceTypePitch2D;
    r.res.pitch2D.devPtr = d;
    r.res.pitch2D.desc = one;
    r.res.pitch2D.width = 16;
    r.res.pitch2D.height = 8;
    r.res.pitch2D.pitchInBytes = pitch;
    T(cudaCreateTextureObject(&t, &r, &x, 0));
    T(cudaDestroyTextureObject(t));
    r.res.pitch2D.pitchInBytes = 65;
    T(cudaCreateTextureObject(&t, &r, &x, 0));
    r.res.pitch2D.pitchInBytes = 32;
    T(cudaCreateTextureObject(&t, &r, &x, 0));
    r.res.pitch2D.pitchInBytes = 0;
    T(cudaCreateTextureObject(&t, &r, &x, 0));
    r.res.pitch2D.pitchInBytes = pitch;
    r.res.pitch2D.width = 0;
    T(cudaCreateTextureObject(&t, &r, &x, 0));
    r.res.pitch2D.width = 200000;
    T(cudaCreateTextureObject(&t, &r, &x, 0));
    T(cudaDeviceSynchronize());
}

static void destroyedTexture()
{
    cudaTextureObject_t t = 0;
    cudaResourceDesc r;
    cudaTextureDesc x;
    memset(&r, 0, sizeof r);
    memset(&x, 0, sizeof x);
    T(cudaMallocArray(&array, &one, 16, 8));
    r.resType = cudaResourceTypeArray;
    r.res.array.array = array;
    T(cudaCreateTextureObject(&t, &r, &x, 0));
    T(cudaDestroyTextureObject(t));
    T(cudaDestroyTextureObject(t));
    T(cudaGetTextureObjectResourceDesc(&r, t));
    T(cudaDestroyTextureObject(123456));
}

static void surfaces()
{
    cudaSurfaceObject_t s = 0;
    cudaResourceDesc r, back;
    float h[128];
    memset(&r, 0, sizeof r);
    memset(h, 0, sizeof h);
    T(cudaMallocArray(&array, &one, 16, 8, cudaArraySurfaceLoadStore));
    r.resType = cudaResourceTypeArray;
    r.res.array.array = array;
    T(cudaCreateSurfaceObject(&s, &r));
    L(write<<<1, 1>>>(s));
    T(cudaMemcpy2DFromArray(h, 64, array, 0, 0, 64, 8, cudaMemcpyDeviceToHost));
    printf("value %g\n", h[17]);
    T(cudaGetSurfaceObjectResourceDesc(&back, s));
    printf("type %d, the same %d\n", (int)back.resType, back.res.array.array == array);
    T(cudaGetSurfaceObjectResourceDesc(0, s));
    T(cudaDestroySurfaceObject(s));
    T(cudaDestroySurfaceObject(0));
    T(cudaCreateSurfaceObject(0, &r));
    T(cudaCreateSurfaceObject(&s, 0));
    T(cudaMallocArray(&array, &one, 16, 8));
    r.res.array.array = array;
    T(cudaCreateSurfaceObject(&s, &r));
    r.res.array.array = 0;
    T(cudaCreateSurfaceObject(&s, &r));
    r.resType = cudaResourceTypeLinear;
    T(cudaCreateSurfaceObject(&s, &r));
    T(cudaDeviceSynchronize());
}

CASES(create, freed, freedInfo, nulls, copies, textures, destroyedTexture, surfaces)

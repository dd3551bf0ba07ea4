// Memory: giving it out, taking it back, what pointers are, page-locked and mapped memory of the host.
#include "probe.h"

__global__ void add(int *p, int n) { p[0] += n; }
__device__ int variable;
__managed__ int shared_variable = 5;
__constant__ int constant;

static void told(const char *what, const void *p)
{
    cudaPointerAttributes a;
    memset(&a, 0x5a, sizeof a);
    int r = (int)cudaPointerGetAttributes(&a, p);
    printf("%s: code %d, type %d, device %d, for the device %s, for the host %s, last %d\n", what, r, (int)a.type, a.device,
           a.devicePointer == p ? "the same" : a.devicePointer ? "another" : "none", a.hostPointer == p ? "the same" : a.hostPointer ? "another" : "none",
           (int)cudaGetLastError());
}

static void allocations()
{
    int *d = 0, *e = 0;
    size_t left = 77, all = 77;
    T(cudaMalloc(&d, 0));
    printf("null %d\n", d == 0);
    T(cudaMalloc((void **)0, 4));
    T(cudaMalloc((void **)0, 0));
    T(cudaMalloc(&d, (size_t)-4));
    T(cudaMalloc(&d, (size_t)1 << 40));
    T(cudaMalloc(&d, (size_t)1 << 62));
    printf("null %d\n", d == 0);
    T(cudaMalloc(&d, 1));
    T(cudaMalloc(&e, 1));
    printf("aligned %d %d, apart %d\n", (int)((size_t)d & 511), (int)((size_t)e & 511), (int)((char *)e - (char *)d));
    T(cudaFree(e));
    T(cudaFree((char *)d + 1));
    T(cudaFree(d));
    T(cudaFree(d));
    T(cudaFree((void *)8));
    T(cudaFree((void *)-1));
    T(cudaFree(&d));
    T(cudaFree(&variable));
    T(cudaMemGetInfo(&left, &all));
    printf("some %d\n", left > 0 && left <= all);
    T(cudaMemGetInfo(0, &all));
    T(cudaMemGetInfo(&left, 0));
    T(cudaMemGetInfo(0, 0));
    T(cudaMallocManaged(&d, 0));
    T(cudaMallocManaged((void **)0, 4));
    T(cudaMallocManaged(&d, (size_t)-4));
    T(cudaMallocManaged(&d, 64, 0));
    T(cudaMallocManaged(&d, 64, 3));
    T(cudaMallocManaged(&d, 64, cudaMemAttachSingle));
    T(cudaMallocManaged(&d, 64, 8));
    T(cudaMallocManaged(&d, 64, cudaMemAttachHost));
    T(cudaFree(d));
    T(cudaMallocManaged(&d, 64));
    d[3] = 7;
    T(cudaFreeHost(d));
    T(cudaFree(d));
    T(cudaFree(d));
    size_t pitch = 77;
    T(cudaMallocPitch(&d, &pitch, 100, 7));
    printf("pitch %d\n", (int)pitch);
    T(cudaFree(d));
    T(cudaMallocPitch(&d, &pitch, 513, 7));
    printf("pitch %d\n", (int)pitch);
    T(cudaFree(d));
    T(cudaMallocPitch(&d, &pitch, 0, 7));
    printf("pitch %d\n", (int)pitch);
    T(cudaMallocPitch(&d, &pitch, 100, 0));
    T(cudaMallocPitch(&d, &pitch, (size_t)-4, 2));
    T(cudaMallocPitch(&d, &pitch, (size_t)1 << 40, 2));
    T(cudaMallocPitch(&d, &pitch, (size_t)1 << 31, 1));
    T(cudaMallocPitch((void **)0, &pitch, 100, 7));
    T(cudaMallocPitch(&d, 0, 100, 7));
    cudaPitchedPtr q = make_cudaPitchedPtr(0, 0, 0, 0);
    T(cudaMalloc3D(&q, make_cudaExtent(100, 5, 3)));
    printf("pitch %d, sizes %d %d\n", (int)q.pitch, (int)q.xsize, (int)q.ysize);
    T(cudaFree(q.ptr));
    T(cudaMalloc3D(&q, make_cudaExtent(0, 5, 3)));
    printf("pitch %d, sizes %d %d, null %d\n", (int)q.pitch, (int)q.xsize, (int)q.ysize, q.ptr == 0);
    T(cudaMalloc3D(&q, make_cudaExtent(100, 0, 3)));
    T(cudaMalloc3D(&q, make_cudaExtent(100, 5, 0)));
    T(cudaMalloc3D(&q, make_cudaExtent((size_t)-4, 5, 3)));
    T(cudaMalloc3D(&q, make_cudaExtent((size_t)1 << 30, (size_t)1 << 30, 3)));
    T(cudaMalloc3D(0, make_cudaExtent(100, 5, 3)));
}

static void hostMemory()
{
    int *h = 0, *d = 0, *m = 0;
    unsigned f = 77;
    T(cudaMallocHost(&h, 0));
    printf("null %d\n", h == 0);
    T(cudaMallocHost((void **)0, 64));
    T(cudaMallocHost(&h, (size_t)-4));
    T(cudaMallocHost(&h, (size_t)1 << 50));
    T(cudaHostAlloc(&h, 64, 8));
    T(cudaHostAlloc(&h, 64, 128));
    T(cudaHostAlloc(&h, 64, 0xffffffff));
    T(cudaHostAlloc((void **)0, 64, 0));
    T(cudaHostAlloc(&h, 64, cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined));
    T(cudaHostGetFlags(&f, h));
    printf("flags %u\n", f);
    T(cudaHostGetFlags(&f, h + 1));
    T(cudaHostGetFlags(&f, (char *)h + 4096));
    T(cudaHostGetFlags(0, h));
    T(cudaHostGetFlags(&f, &f));
    T(cudaHostGetFlags(&f, 0));
    T(cudaFreeHost(h + 1));
    T(cudaFree(h));
    T(cudaFreeHost(h));
    T(cudaFreeHost(h));
    T(cudaFreeHost(0));
    T(cudaFreeHost(&f));
    T(cudaHostGetFlags(&f, h));
    T(cudaHostGetDevicePointer(&d, h, 0));
    T(cudaMallocHost(&h, 64));
    T(cudaHostGetFlags(&f, h));
    printf("flags %u\n", f);
    T(cudaHostGetDevicePointer(&d, h, 0));
    printf("the same %d\n", d == h);
    T(cudaHostGetDevicePointer(&d, h + 2, 0));
    printf("the same %d\n", d == h + 2);
    T(cudaHostGetDevicePointer(&d, h, 1));
    T(cudaHostGetDevicePointer((int **)0, h, 0));
    T(cudaHostGetDevicePointer(&d, &f, 0));
    T(cudaHostGetDevicePointer(&d, 0, 0));
    printf("null %d\n", d == 0);
    h[0] = 1;
    add<<<1, 1>>>(h, 41);
    T(cudaDeviceSynchronize());
    printf("value %d\n", h[0]);
    T(cudaFreeHost(h));
    T(cudaHostAlloc(&h, 64, cudaHostAllocMapped));
    h[3] = 2;
    T(cudaHostGetDevicePointer(&d, h, 0));
    add<<<1, 1>>>(d + 3, 41);
    T(cudaDeviceSynchronize());
    printf("value %d\n", h[3]);
    T(cudaMalloc(&m, 64));
    T(cudaHostGetDevicePointer(&d, m, 0));
    T(cudaHostGetFlags(&f, m));
    T(cudaFreeHost(m));
    T(cudaHostRegister(m, 64, 0));
    shared_variable += 2;
    add<<<1, 1>>>(&shared_variable, 10);
    T(cudaDeviceSynchronize());
    printf("value %d\n", shared_variable);
}

static void registered()
{
    char *p = (char *)malloc(1 << 20), *q = (char *)malloc(1 << 20), *d = 0, local[64];
    unsigned f = 77;
    p[4096] = 3;
    T(cudaHostRegister(p, 1 << 20, 0));
    T(cudaHostRegister(p, 1 << 20, 0));
    T(cudaHostRegister(p + 4096, 64, 0));
    T(cudaHostGetFlags(&f, p));
    printf("flags %u\n", f);
    T(cudaHostGetDevicePointer(&d, p, 0));
    printf("the same %d\n", d == p);
    T(cudaFreeHost(p));
    T(cudaHostUnregister(p + 1));
    T(cudaHostUnregister(p + 8192));
    T(cudaHostUnregister(p));
    T(cudaHostUnregister(p));
    T(cudaHostUnregister(0));
    T(cudaHostUnregister(q));
    T(cudaHostRegister(q, 0, 0));
    T(cudaHostRegister(0, 64, 0));
    T(cudaHostRegister(q, (size_t)-4, 0));
    T(cudaHostRegister(q, (size_t)1 << 40, 0));
    T(cudaHostRegister(q, 64, 16));
    T(cudaHostRegister(q, 64, 0xffffffff));
    T(cudaHostRegister(q, 64, cudaHostRegisterPortable | cudaHostRegisterMapped));
    T(cudaHostGetFlags(&f, q));
    printf("flags %u\n", f);
    T(cudaHostUnregister(q));
    T(cudaHostRegister(q, 4096, cudaHostRegisterReadOnly));
    T(cudaHostUnregister(q));
    T(cudaHostRegister(local, 64, 0));
    T(cudaHostUnregister(local));
    int *h = 0;
    T(cudaMallocHost(&h, 4096));
    T(cudaHostRegister(h, 4096, 0));
    T(cudaHostUnregister(h));
    T(cudaFreeHost(h));
}

static void pointers()
{
    int *d, *m, *h, *plain = (int *)malloc(64), *pitched;
    void *symbol;
    size_t pitch;
    told("of malloc", plain);
    told("null", 0);
    told("-1", (void *)-1);
    told("of a function", (const void *)&pointers);
    cudaMalloc(&d, 64);
    told("of cudaMalloc", d);
    told("one past the end", d + 16);
    told("within", d + 3);
    cudaMallocManaged(&m, 64);
    told("managed", m);
    cudaMallocHost(&h, 64);
    told("page-locked", h);
    told("within", h + 3);
    cudaMallocPitch(&pitched, &pitch, 64, 4);
    told("pitched", (char *)pitched + pitch);
    told("the host's name of a variable", &variable);
    cudaGetSymbolAddress(&symbol, variable);
    told("a variable", symbol);
    cudaGetSymbolAddress(&symbol, constant);
    told("a constant", symbol);
    told("a managed variable", &shared_variable);
    cudaFree(d);
    told("freed", d);
    cudaFreeHost(h);
    told("freed page-locked", h);
    T(cudaPointerGetAttributes(0, plain));
    T(cudaPointerGetAttributes(0, 0));
}

static void symbols()
{
    void *p = 0, *q = 0;
    size_t n = 77;
    int v = 4, w = 0;
    T(cudaGetSymbolAddress(&p, variable));
    T(cudaGetSymbolAddress(&q, constant));
    printf("some %d\n", p && q && p != q);
    T(cudaGetSymbolAddress((void **)0, variable));
    T(cudaGetSymbolAddress(&p, (const void *)"variable"));
    T(cudaGetSymbolAddress(&p, (const void *)0));
    T(cudaGetSymbolAddress(&p, (const void *)&v));
    T(cudaGetSymbolSize(&n, variable));
    printf("size %d\n", (int)n);
    T(cudaGetSymbolSize(0, variable));
    T(cudaGetSymbolSize(&n, (const void *)"variable"));
    T(cudaGetSymbolSize(&n, (const void *)0));
    T(cudaMemcpyToSymbol(variable, &v, 4));
    T(cudaMemcpyToSymbol(variable, &v, 5));
    T(cudaMemcpyToSymbol(variable, &v, 4, 1));
    T(cudaMemcpyToSymbol(variable, &v, 0, 100));
    T(cudaMemcpyToSymbol(variable, &v, (size_t)-4));
    T(cudaMemcpyToSymbol(variable, &v, 4, (size_t)-4));
    T(cudaMemcpyToSymbol(variable, &v, 4, 0, cudaMemcpyDefault));
    T(cudaMemcpyToSymbol(variable, &v, 4, 0, cudaMemcpyDeviceToHost));
    T(cudaMemcpyToSymbol(variable, &v, 4, 0, cudaMemcpyDeviceToDevice));
    T(cudaMemcpyToSymbol(variable, &v, 4, 0, cudaMemcpyHostToHost));
    T(cudaMemcpyToSymbol(variable, &v, 4, 0, (cudaMemcpyKind)7));
    T(cudaMemcpyToSymbol(variable, 0, 4));
    T(cudaMemcpyToSymbol((const void *)0, &v, 4));
    T(cudaMemcpyToSymbol((const void *)&v, &v, 4));
    T(cudaMemcpyToSymbol(variable, p, 4, 0, cudaMemcpyDeviceToDevice));
    T(cudaMemcpyToSymbol(shared_variable, &v, 4));
    printf("value %d\n", shared_variable);
    T(cudaMemcpyFromSymbol(&w, variable, 4));
    printf("value %d\n", w);
    T(cudaMemcpyFromSymbol(&w, variable, 5));
    T(cudaMemcpyFromSymbol(&w, variable, 2, 3));
    T(cudaMemcpyFromSymbol(&w, variable, (size_t)-4));
    T(cudaMemcpyFromSymbol(&w, variable, 4, 0, cudaMemcpyHostToDevice));
    T(cudaMemcpyFromSymbol(&w, variable, 4, 0, cudaMemcpyDefault));
    T(cudaMemcpyFromSymbol(0, variable, 4));
    T(cudaMemcpyFromSymbol(&w, (const void *)&v, 4));
    T(cudaMemcpyToSymbolAsync(variable, &v, 4, 0, cudaMemcpyHostToDevice, 0));
    T(cudaMemcpyToSymbolAsync(variable, &v, 5, 0, cudaMemcpyHostToDevice, 0));
    T(cudaMemcpyFromSymbolAsync(&w, variable, 4, 0, cudaMemcpyDeviceToHost, 0));
    T(cudaMemcpyFromSymbolAsync(&w, variable, 4, 4, cudaMemcpyDeviceToHost, 0));
    T(cudaDeviceSynchronize());
    T(cudaMemset(p, 1, 4));
    T(cudaMemset(&variable, 1, 4));
    T(cudaMemcpy(&w, p, 4, cudaMemcpyDeviceToHost));
    printf("value %d\n", w);
}

CASES(allocations, hostMemory, registered, pointers, symbols)

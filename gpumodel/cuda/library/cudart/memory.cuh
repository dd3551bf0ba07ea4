// Memory: giving it out, copying and filling it.

template <typename T> cudaError_t cudaMalloc(T **p, size_t n) { return (cudaError_t)__sys_cudaMalloc((void **)p, n); }
template <typename T> cudaError_t cudaMallocHost(T **p, size_t n, unsigned flags = 0) { return (cudaError_t)__sys_cudaHostAlloc((void **)p, n, flags); }
template <typename T> cudaError_t cudaHostAlloc(T **p, size_t n, unsigned flags) { return (cudaError_t)__sys_cudaHostAlloc((void **)p, n, flags); }
template <typename T> cudaError_t cudaMallocManaged(T **p, size_t n, unsigned flags = cudaMemAttachGlobal)
{
    __CHECKED(flags == cudaMemAttachGlobal || flags == cudaMemAttachHost, cudaErrorInvalidValue);
    return (cudaError_t)__sys_cudaMallocManaged((void **)p, n);
}
cudaError_t cudaFree(void *p) { return __afterCallbacks(__sys_cudaFree(p)); }
cudaError_t cudaFreeHost(void *p) { return __afterCallbacks(__sys_cudaFreeHost(p)); }
template <typename T> cudaError_t cudaHostGetDevicePointer(T **d, void *h, unsigned flags)
{
    __CHECKED(!flags, cudaErrorInvalidValue);
    return (cudaError_t)__sys_cudaHostGetDevicePointer((void **)d, h);
}
cudaError_t cudaHostGetFlags(unsigned *flags, void *h) { return (cudaError_t)__sys_cudaHostGetFlags(flags, h); }
cudaError_t cudaHostRegister(void *p, size_t n, unsigned flags) { return (cudaError_t)__sys_cudaHostRegister(p, n, flags); }
cudaError_t cudaHostUnregister(void *p) { return (cudaError_t)__sys_cudaHostUnregister(p); }

cudaError_t cudaMemcpy(void *to, const void *from, size_t n, cudaMemcpyKind kind) { return __afterCallbacks(__sys_cudaMemcpy(to, from, n, kind, 0L, 0)); }
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t n, cudaMemcpyKind kind, cudaStream_t stream = 0)
{
    return (cudaError_t)__sys_cudaMemcpy(to, from, n, kind, __streamReady(stream), 1);
}
cudaError_t __devicesKnown(int a, int b)
{
    cudaError_t error = (cudaError_t)__sys_cudaDeviceKnown(a);
    return error ? error : (cudaError_t)__sys_cudaDeviceKnown(b);
}
cudaError_t cudaMemcpyPeer(void *to, int toDevice, const void *from, int fromDevice, size_t n)
{
    cudaError_t error = __devicesKnown(toDevice, fromDevice);
    if (error) return error;
    return __afterCallbacks(__sys_cudaMemcpy(to, from, n, cudaMemcpyDeviceToDevice, 0L, 0));
}
cudaError_t cudaMemcpyPeerAsync(void *to, int toDevice, const void *from, int fromDevice, size_t n, cudaStream_t stream = 0)
{
    cudaError_t error = __devicesKnown(toDevice, fromDevice);
    if (error) return error;
    return (cudaError_t)__sys_cudaMemcpy(to, from, n, cudaMemcpyDeviceToDevice, __streamReady(stream), 1);
}
cudaError_t cudaMemset(void *p, int value, size_t n) { return (cudaError_t)__sys_cudaMemset(p, 0L, value, n, 1L, 1L, 0L); }
cudaError_t cudaMemsetAsync(void *p, int value, size_t n, cudaStream_t stream = 0) { return (cudaError_t)__sys_cudaMemset(p, 0L, value, n, 1L, 1L, __streamReady(stream)); }

template <typename T> cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height)
{
    return (cudaError_t)__sys_cudaMallocPitch((void **)p, pitch, width, height, 1L);
}
cudaError_t cudaMemcpy2DAsync(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream = 0)
{
    return (cudaError_t)__sys_cudaMemcpyBox(to, toPitch, height, from, fromPitch, height, width, height, 1L, kind, __streamReady(stream), 1);
}
cudaError_t cudaMemcpy2D(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height, cudaMemcpyKind kind)
{
    return __afterCallbacks(__sys_cudaMemcpyBox(to, toPitch, height, from, fromPitch, height, width, height, 1L, kind, 0L, 0));
}
cudaError_t cudaMemset2D(void *p, size_t pitch, int value, size_t width, size_t height) { return (cudaError_t)__sys_cudaMemset(p, pitch, value, width, height, 1L, 0L); }
cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream = 0)
{
    return (cudaError_t)__sys_cudaMemset(p, pitch, value, width, height, 1L, __streamReady(stream));
}

// Memory of three dimensions. An extent's width is in bytes where there is no array, and in elements where there is one.
struct cudaPitchedPtr { void *ptr; size_t pitch, xsize, ysize; };
struct cudaExtent { size_t width, height, depth; };
struct cudaPos { size_t x, y, z; };
cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch, size_t xsize, size_t ysize) { cudaPitchedPtr r = {p, pitch, xsize, ysize}; return r; }
cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) { cudaExtent r = {width, height, depth}; return r; }
cudaPos make_cudaPos(size_t x, size_t y, size_t z) { cudaPos r = {x, y, z}; return r; }
cudaError_t cudaMalloc3D(cudaPitchedPtr *p, cudaExtent e)
{
    __CHECKED(p, cudaErrorInvalidValue);
    cudaPitchedPtr made = make_cudaPitchedPtr(0, 0, e.width, e.height);
    cudaError_t error = (cudaError_t)__sys_cudaMallocPitch(&made.ptr, &made.pitch, e.width, e.height, e.depth);
    if (!error) *p = made;
    return error;
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr p, int value, cudaExtent e, cudaStream_t stream = 0)
{
    __CHECKED(!e.width || !e.height || !e.depth || e.width <= p.pitch && (e.height <= p.ysize || e.depth == 1), cudaErrorInvalidValue);
    stream = __streamReady(stream);
    if (p.ysize == e.height) return (cudaError_t)__sys_cudaMemset(p.ptr, p.pitch, value, e.width, e.height * e.depth, 1L, stream);
    for (size_t z = 0; z < e.depth; z++) {
        int error = (int)__sys_cudaMemset((char *)p.ptr + z * p.pitch * p.ysize, p.pitch, value, e.width, e.height, 1L, stream);
        if (error) return (cudaError_t)error;
    }
    return cudaSuccess;
}
cudaError_t cudaMemset3D(cudaPitchedPtr p, int value, cudaExtent e) { return cudaMemset3DAsync(p, value, e, 0); }

struct cudaPointerAttributes { cudaMemoryType type; int device; void *devicePointer, *hostPointer; };
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *a, const void *p) { return (cudaError_t)__sys_cudaPointerGetAttributes(a, p); }

// Managed memory. Where a range is, or was last sent, is asked for with a number of bytes that the answer has.
cudaError_t cudaMemRangeGetAttribute(void *data, size_t bytes, cudaMemRangeAttribute what, const void *p, size_t n)
{
    return (cudaError_t)__sys_cudaMemRange(data, bytes, what, p, n);
}
cudaError_t cudaMemRangeGetAttributes(void **data, size_t *bytes, cudaMemRangeAttribute *what, size_t count, const void *p, size_t n)
{
    __CHECKED(data && bytes && what && count, cudaErrorInvalidValue);
    for (size_t i = 0; i < count; i++) {
        cudaError_t error = cudaMemRangeGetAttribute(data[i], bytes[i], what[i], p, n);
        if (error) return error;
    }
    return cudaSuccess;
}
struct cudaMemLocation { cudaMemLocationType type; int id; };
int __placeNumber(cudaMemLocation at) { return at.type == cudaMemLocationTypeDevice ? at.id : cudaCpuDeviceId; }
cudaError_t cudaMemPrefetchAsync(const void *p, size_t n, int device, cudaStream_t stream = 0) { return (cudaError_t)__sys_cudaMemPrefetch(p, n, device, stream); }
cudaError_t cudaMemPrefetchAsync(const void *p, size_t n, cudaMemLocation at, unsigned flags, cudaStream_t stream = 0)
{
    __CHECKED(!flags, cudaErrorInvalidValue);
    return (cudaError_t)__sys_cudaMemPrefetch(p, n, __placeNumber(at), stream);
}
cudaError_t cudaMemAdvise(const void *p, size_t n, cudaMemoryAdvise advice, int device) { return (cudaError_t)__sys_cudaMemAdvise(p, n, advice, device); }
cudaError_t cudaMemAdvise(const void *p, size_t n, cudaMemoryAdvise advice, cudaMemLocation at) { return (cudaError_t)__sys_cudaMemAdvise(p, n, advice, __placeNumber(at)); }
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *p, size_t n = 0, unsigned flags = cudaMemAttachSingle)
{
    return (cudaError_t)__sys_cudaMemAttach(stream, p, n, flags);
}

// Arrays for textures and surfaces, and copies of three dimensions.

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f)
{
    cudaChannelFormatDesc d = {x, y, z, w, f};
    return d;
}
#define __CHANNELS(T, BITS, KIND) \
    cudaChannelFormatDesc __channels(T##1 *) { return cudaCreateChannelDesc(BITS, 0, 0, 0, cudaChannelFormatKind##KIND); } \
    cudaChannelFormatDesc __channels(T##2 *) { return cudaCreateChannelDesc(BITS, BITS, 0, 0, cudaChannelFormatKind##KIND); } \
    cudaChannelFormatDesc __channels(T##4 *) { return cudaCreateChannelDesc(BITS, BITS, BITS, BITS, cudaChannelFormatKind##KIND); }
__CHANNELS(char, 8, Signed)
__CHANNELS(uchar, 8, Unsigned)
__CHANNELS(short, 16, Signed)
__CHANNELS(ushort, 16, Unsigned)
__CHANNELS(int, 32, Signed)
__CHANNELS(uint, 32, Unsigned)
__CHANNELS(float, 32, Float)
#undef __CHANNELS
cudaChannelFormatDesc __channels(char *) { return cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindSigned); }
cudaChannelFormatDesc __channels(unsigned char *) { return cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindUnsigned); }
cudaChannelFormatDesc __channels(short *) { return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindSigned); }
cudaChannelFormatDesc __channels(unsigned short *) { return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindUnsigned); }
cudaChannelFormatDesc __channels(int *) { return cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindSigned); }
cudaChannelFormatDesc __channels(unsigned *) { return cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindUnsigned); }
cudaChannelFormatDesc __channels(float *) { return cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat); }
template <typename T> cudaChannelFormatDesc cudaCreateChannelDesc() { return __channels((T *)0); }

struct cudaArray { int number; };
typedef cudaArray *cudaArray_t;
typedef const cudaArray *cudaArray_const_t;

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const cudaChannelFormatDesc *d, cudaExtent e, unsigned flags = 0)
{
    __CHECKED(array && d, cudaErrorInvalidValue);
    return (cudaError_t)__sys_cudaMallocArray(array, d->x, d->y, d->z, d->w, d->f, e.width, e.height, e.depth, flags);
}
cudaError_t cudaMallocArray(cudaArray_t *array, const cudaChannelFormatDesc *d, size_t width, size_t height = 0, unsigned flags = 0)
{
    return cudaMalloc3DArray(array, d, make_cudaExtent(width, height, 0), flags);
}
cudaError_t cudaFreeArray(cudaArray_t array) { return (cudaError_t)__sys_cudaFreeArray(array); }
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *d, cudaArray_const_t array)
{
    __CHECKED((int)__sys_cudaArrayKnown(array), cudaErrorInvalidResourceHandle);
    __CHECKED(d, cudaErrorInvalidValue);
    d->x = (int)__sys_cudaArray(array, 0);
    d->y = (int)__sys_cudaArray(array, 1);
    d->z = (int)__sys_cudaArray(array, 2);
    d->w = (int)__sys_cudaArray(array, 3);
    d->f = (cudaChannelFormatKind)(int)__sys_cudaArray(array, 4);
    return cudaSuccess;
}
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *d, cudaExtent *e, unsigned *flags, cudaArray_const_t array)
{
    __CHECKED((int)__sys_cudaArrayKnown(array), cudaErrorInvalidResourceHandle);
    if (d) cudaGetChannelDesc(d, array);
    if (e) *e = make_cudaExtent(__sys_cudaArray(array, 5), __sys_cudaArray(array, 6), __sys_cudaArray(array, 7));
    if (flags) *flags = (unsigned)__sys_cudaArray(array, 8);
    return cudaSuccess;
}

// An array's row y of slice z begins at the array plus so many bytes, for our own calls.
size_t __arrayPitch(cudaArray_const_t a) { return __sys_cudaArray(a, 9); }
size_t __arrayRows(cudaArray_const_t a) { size_t rows = __sys_cudaArray(a, 6); return rows ? rows : 1; }
// __inArray tells what is wrong with so many bytes and rows of an array that are copied in a direction: back is the kind that is wrong.
int __inArray(cudaArray_const_t a, size_t x, size_t y, size_t width, size_t height, cudaMemcpyKind kind, cudaMemcpyKind back)
{
    if (!(int)__sys_cudaArrayKnown(a)) return cudaErrorInvalidResourceHandle;
    if (kind == back || kind == cudaMemcpyHostToHost) return cudaErrorInvalidMemcpyDirection;
    if (!width || !height) return cudaSuccess;
    return x + width > __arrayPitch(a) || y + height > __arrayRows(a) ? cudaErrorInvalidValue : cudaSuccess;
}
char *__arrayAt(cudaArray_const_t a, size_t x, size_t y, size_t z) { return (char *)a + (z * __arrayRows(a) + y) * __arrayPitch(a) + x; }

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream = 0)
{
    int error = __inArray(to, x, y, width, height, kind, cudaMemcpyDeviceToHost);
    __CHECKED(!error, error);
    return (cudaError_t)__sys_cudaMemcpyBox(__arrayAt(to, x, y, 0), __arrayPitch(to), __arrayRows(to), from, pitch, height, width, height, 1L, kind, __streamReady(stream), 1);
}
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, cudaMemcpyKind kind)
{
    int error = __inArray(to, x, y, width, height, kind, cudaMemcpyDeviceToHost);
    __CHECKED(!error, error);
    return __afterCallbacks(__sys_cudaMemcpyBox(__arrayAt(to, x, y, 0), __arrayPitch(to), __arrayRows(to), from, pitch, height, width, height, 1L, kind, 0L, 0));
}
cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream = 0)
{
    int error = __inArray(from, x, y, width, height, kind, cudaMemcpyHostToDevice);
    __CHECKED(!error, error);
    return (cudaError_t)__sys_cudaMemcpyBox(to, pitch, height, __arrayAt(from, x, y, 0), __arrayPitch(from), __arrayRows(from), width, height, 1L, kind, __streamReady(stream), 1);
}
cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width, size_t height, cudaMemcpyKind kind)
{
    int error = __inArray(from, x, y, width, height, kind, cudaMemcpyHostToDevice);
    __CHECKED(!error, error);
    return __afterCallbacks(__sys_cudaMemcpyBox(to, pitch, height, __arrayAt(from, x, y, 0), __arrayPitch(from), __arrayRows(from), width, height, 1L, kind, 0L, 0));
}
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t tx, size_t ty, cudaArray_const_t from, size_t fx, size_t fy, size_t width, size_t height, cudaMemcpyKind kind = cudaMemcpyDeviceToDevice)
{
    int error = __inArray(to, tx, ty, width, height, kind, cudaMemcpyDeviceToHost);
    if (!error) error = __inArray(from, fx, fy, width, height, kind, cudaMemcpyHostToDevice);
    __CHECKED(!error, error);
    return __afterCallbacks(__sys_cudaMemcpyBox(__arrayAt(to, tx, ty, 0), __arrayPitch(to), __arrayRows(to), __arrayAt(from, fx, fy, 0), __arrayPitch(from), __arrayRows(from),
                                                width, height, 1L, kind, 0L, 0));
}
// cudaMemcpyToArray counts bytes on, row after row, as CUDA did until 12.
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t n, cudaMemcpyKind kind) { return __afterCallbacks(__sys_cudaMemcpy(__arrayAt(to, x, y, 0), from, n, kind, 0L, 0)); }
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t n, cudaMemcpyKind kind, cudaStream_t stream = 0)
{
    return (cudaError_t)__sys_cudaMemcpy(__arrayAt(to, x, y, 0), from, n, kind, __streamReady(stream), 1);
}
cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t n, cudaMemcpyKind kind) { return __afterCallbacks(__sys_cudaMemcpy(to, __arrayAt(from, x, y, 0), n, kind, 0L, 0)); }

cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x, size_t y, size_t n, cudaMemcpyKind kind, cudaStream_t stream = 0)
{
    return (cudaError_t)__sys_cudaMemcpy(to, __arrayAt(from, x, y, 0), n, kind, __streamReady(stream), 1);
}
cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t tx, size_t ty, cudaArray_const_t from, size_t fx, size_t fy, size_t n, cudaMemcpyKind kind = cudaMemcpyDeviceToDevice)
{
    return __afterCallbacks(__sys_cudaMemcpy(__arrayAt(to, tx, ty, 0), __arrayAt(from, fx, fy, 0), n, kind, 0L, 0));
}

struct cudaMemcpy3DParms {
    cudaArray_t srcArray;
    cudaPos srcPos;
    cudaPitchedPtr srcPtr;
    cudaArray_t dstArray;
    cudaPos dstPos;
    cudaPitchedPtr dstPtr;
    cudaExtent extent;
    cudaMemcpyKind kind;
};
// A __box is a copy of three dimensions with all counts in bytes. Each side of it is an array, or memory with a pitch.
struct __side { char *at; size_t pitch, rows; };
__side __sideOf(cudaArray_t array, cudaPitchedPtr p, cudaPos pos, size_t element)
{
    if (array) return {__arrayAt(array, pos.x * element, pos.y, pos.z), __arrayPitch(array), __arrayRows(array)};
    return {(char *)p.ptr + (pos.z * p.ysize + pos.y) * p.pitch + pos.x, p.pitch, p.ysize};
}
struct __box { __side to, from; size_t width, height, depth; };
__box __boxOf(const cudaMemcpy3DParms *p)
{
    cudaArray_t array = p->srcArray ? p->srcArray : p->dstArray;
    size_t element = array ? __sys_cudaArray(array, 10) : 1;
    __box b = {__sideOf(p->dstArray, p->dstPtr, p->dstPos, element), __sideOf(p->srcArray, p->srcPtr, p->srcPos, element),
               p->extent.width * element, p->extent.height, p->extent.depth};
    return b;
}
// __fits3D tells what is wrong with one side of a copy: an array has its size, and memory the rows of a slice.
int __fits3D(cudaArray_t array, cudaPitchedPtr p, cudaPos pos, cudaExtent e)
{
    if (!e.width || !e.height || !e.depth) return cudaSuccess;
    if (array && p.ptr) return cudaErrorInvalidValue;
    if (array) {
        size_t depth = __sys_cudaArray(array, 7);
        bool inside = pos.x + e.width <= __sys_cudaArray(array, 5) && pos.y + e.height <= __arrayRows(array) && pos.z + e.depth <= (depth ? depth : 1);
        return inside ? cudaSuccess : cudaErrorInvalidValue;
    }
    if (e.depth == 1) return cudaSuccess;
    if (e.height > p.ysize) return cudaErrorInvalidPitchValue;
    return pos.y + e.height > p.ysize ? cudaErrorInvalidValue : cudaSuccess;
}
cudaError_t __copy3D(const cudaMemcpy3DParms *p, cudaStream_t stream, int async)
{
    __CHECKED(p, cudaErrorInvalidValue);
    int error = __fits3D(p->dstArray, p->dstPtr, p->dstPos, p->extent);
    if (!error) error = __fits3D(p->srcArray, p->srcPtr, p->srcPos, p->extent);
    __CHECKED(!error, error);
    __box b = __boxOf(p);
    return (cudaError_t)__sys_cudaMemcpyBox(b.to.at, b.to.pitch, b.to.rows, b.from.at, b.from.pitch, b.from.rows, b.width, b.height, b.depth, p->kind, stream, async);
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *p) { return __afterCallbacks(__copy3D(p, 0, 0)); }

// Between GPUs: each side is where it is, whatever the GPU that is named.
struct cudaMemcpy3DPeerParms {
    cudaArray_t srcArray;
    cudaPos srcPos;
    cudaPitchedPtr srcPtr;
    int srcDevice;
    cudaArray_t dstArray;
    cudaPos dstPos;
    cudaPitchedPtr dstPtr;
    int dstDevice;
    cudaExtent extent;
};
cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms *p, cudaStream_t stream = 0)
{
    __CHECKED(p, cudaErrorInvalidValue);
    cudaError_t error = __devicesKnown(p->srcDevice, p->dstDevice);
    if (error) return error;
    cudaMemcpy3DParms q = {p->srcArray, p->srcPos, p->srcPtr, p->dstArray, p->dstPos, p->dstPtr, p->extent, cudaMemcpyDeviceToDevice};
    return __copy3D(&q, __streamReady(stream), 1);
}
cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms *p) { return __afterCallbacks(cudaMemcpy3DPeerAsync(p, 0)); }
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *p, cudaStream_t stream = 0) { return __copy3D(p, __streamReady(stream), 1); }

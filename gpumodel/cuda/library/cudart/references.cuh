// Texture references, which CUDA had until 11. For texture<T, dims, mode> t at file scope, host code has an object of
// __texture<T, dims, mode> under the name t.

struct textureReference {
    int normalized;
    cudaTextureFilterMode filterMode;
    cudaTextureAddressMode addressMode[3];
    cudaChannelFormatDesc channelDesc;
    int sRGB;
    unsigned maxAnisotropy;
    cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization;
    int __number, __mode, __dims; // among the file's, cudaTextureReadMode, dimensions
    size_t __offset;              // of the bound memory, from where the texture begins
};
template <typename T, int dims, int mode> struct __texture : textureReference {
    __texture(int number)
    {
        channelDesc = cudaCreateChannelDesc<T>();
        addressMode[0] = addressMode[1] = addressMode[2] = cudaAddressModeClamp;
        filterMode = cudaFilterModePoint;
        normalized = 0;
        __number = number;
        __mode = mode;
        __dims = dims;
        __offset = 0;
    }
};

cudaError_t __bindTexture(const textureReference *t, int kind, const void *from, const cudaChannelFormatDesc &d, size_t width, size_t height, size_t pitch)
{
    return (cudaError_t)__sys_cudaBindTexture(t->__number, kind, from, d.x, d.y, d.z, d.w, d.f, width, height, pitch, t->addressMode[0], t->addressMode[1], t->addressMode[2],
                                              t->filterMode, t->__mode, t->normalized);
}
// What lies before a multiple of the alignment is the offset, which the kernel has to add.
cudaError_t __bindAligned(size_t *offset, const textureReference *t, int kind, const void *from, const cudaChannelFormatDesc &d, size_t width, size_t height, size_t pitch)
{
    int device, alignment;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&alignment, cudaDevAttrTextureAlignment, device);
    size_t before = (size_t)from % alignment;
    __CHECKED(offset || !before, cudaErrorInvalidValue);
    if (offset) *offset = before;
    ((textureReference *)t)->__offset = before;
    return __bindTexture(t, kind, (const char *)from - before, d, width, height, pitch);
}

cudaError_t cudaBindTexture(size_t *offset, const textureReference *t, const void *from, const cudaChannelFormatDesc *d, size_t size = 4294967295u)
{
    __CHECKED(t && d, cudaErrorInvalidValue);
    return __bindAligned(offset, t, cudaResourceTypeLinear, from, *d, size, 0, 0);
}
template <typename T, int dims, int mode> cudaError_t cudaBindTexture(size_t *offset, const __texture<T, dims, mode> &t, const void *from, const cudaChannelFormatDesc &d, size_t size = 4294967295u)
{
    return __bindAligned(offset, &t, cudaResourceTypeLinear, from, d, size, 0, 0);
}
template <typename T, int dims, int mode> cudaError_t cudaBindTexture(size_t *offset, const __texture<T, dims, mode> &t, const void *from, size_t size = 4294967295u)
{
    return __bindAligned(offset, &t, cudaResourceTypeLinear, from, t.channelDesc, size, 0, 0);
}
cudaError_t cudaBindTexture2D(size_t *offset, const textureReference *t, const void *from, const cudaChannelFormatDesc *d, size_t width, size_t height, size_t pitch)
{
    __CHECKED(t && d, cudaErrorInvalidValue);
    return __bindAligned(offset, t, cudaResourceTypePitch2D, from, *d, width, height, pitch);
}
template <typename T, int dims, int mode> cudaError_t cudaBindTexture2D(size_t *offset, const __texture<T, dims, mode> &t, const void *from, const cudaChannelFormatDesc &d, size_t width, size_t height,
                                                                        size_t pitch)
{
    return __bindAligned(offset, &t, cudaResourceTypePitch2D, from, d, width, height, pitch);
}
template <typename T, int dims, int mode> cudaError_t cudaBindTexture2D(size_t *offset, const __texture<T, dims, mode> &t, const void *from, size_t width, size_t height, size_t pitch)
{
    return __bindAligned(offset, &t, cudaResourceTypePitch2D, from, t.channelDesc, width, height, pitch);
}
cudaError_t cudaBindTextureToArray(const textureReference *t, cudaArray_const_t a, const cudaChannelFormatDesc *d)
{
    __CHECKED(t && d, cudaErrorInvalidValue);
    return __bindTexture(t, cudaResourceTypeArray, a, *d, 0, 0, 0);
}
template <typename T, int dims, int mode> cudaError_t cudaBindTextureToArray(const __texture<T, dims, mode> &t, cudaArray_const_t a, const cudaChannelFormatDesc &d)
{
    return __bindTexture(&t, cudaResourceTypeArray, a, d, 0, 0, 0);
}
template <typename T, int dims, int mode> cudaError_t cudaBindTextureToArray(const __texture<T, dims, mode> &t, cudaArray_const_t a)
{
    return __bindTexture(&t, cudaResourceTypeArray, a, t.channelDesc, 0, 0, 0);
}
cudaError_t cudaUnbindTexture(const textureReference *t)
{
    __CHECKED(t, cudaErrorInvalidTexture);
    return (cudaError_t)__sys_cudaUnbindTexture(t->__number);
}
template <typename T, int dims, int mode> cudaError_t cudaUnbindTexture(const __texture<T, dims, mode> &t) { return cudaUnbindTexture(&t); }
cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const textureReference *t)
{
    __CHECKED(t, cudaErrorInvalidTexture);
    __CHECKED(offset, cudaErrorInvalidValue);
    *offset = t->__offset;
    return cudaSuccess;
}
template <typename T, int dims, int mode> cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const __texture<T, dims, mode> &t) { return cudaGetTextureAlignmentOffset(offset, &t); }
template <typename T, int dims, int mode> cudaError_t cudaGetTextureReference(const textureReference **to, const __texture<T, dims, mode> *t)
{
    *to = t;
    return cudaSuccess;
}

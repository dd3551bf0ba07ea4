// Textures and surfaces that the host sets up.

struct cudaResourceDesc {
    cudaResourceType resType;
    struct {
        struct { cudaArray_t array; } array;
        struct { void *mipmap; } mipmap;
        struct { void *devPtr; cudaChannelFormatDesc desc; size_t sizeInBytes; } linear;
        struct { void *devPtr; cudaChannelFormatDesc desc; size_t width, height, pitchInBytes; } pitch2D;
    } res;
    unsigned flags;
};
struct cudaTextureDesc {
    cudaTextureAddressMode addressMode[3];
    cudaTextureFilterMode filterMode;
    cudaTextureReadMode readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned maxAnisotropy;
    cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization, seamlessCubemap;
};
struct cudaResourceViewDesc {
    cudaResourceViewFormat format;
    size_t width, height, depth;
    unsigned firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer;
};

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const cudaResourceDesc *r, const cudaTextureDesc *t, const cudaResourceViewDesc *view)
{
    __CHECKED(object && r, cudaErrorInvalidValue);
    __CHECKED(t, cudaErrorInvalidResourceHandle);
    cudaChannelFormatDesc d = {0, 0, 0, 0, cudaChannelFormatKindNone};
    void *from = 0;
    size_t width = 0, height = 0, pitch = 0;
    if (r->resType == cudaResourceTypeArray) from = r->res.array.array;
    else if (r->resType == cudaResourceTypeLinear) {
        from = r->res.linear.devPtr;
        d = r->res.linear.desc;
        width = r->res.linear.sizeInBytes;
    } else if (r->resType == cudaResourceTypePitch2D) {
        from = r->res.pitch2D.devPtr;
        d = r->res.pitch2D.desc;
        width = r->res.pitch2D.width;
        height = r->res.pitch2D.height;
        pitch = r->res.pitch2D.pitchInBytes;
    }
    cudaError_t error = (cudaError_t)__sys_cudaCreateTexture((void *)object, r->resType, from, d.x, d.y, d.z, d.w, d.f, width, height, pitch, t->addressMode[0], t->addressMode[1],
                                                t->addressMode[2], t->filterMode, t->readMode, t->normalizedCoords);
    if (!error) __sys_cudaKeepTexture(*(unsigned long long *)object, r, sizeof(*r), t, sizeof(*t), view, view ? sizeof(*view) : 0);
    return error;
}
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc *r, cudaTextureObject_t object) { return (cudaError_t)__sys_cudaKeptTexture(r, object, 0); }
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc *t, cudaTextureObject_t object) { return (cudaError_t)__sys_cudaKeptTexture(t, object, 1); }
cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc *view, cudaTextureObject_t object) { return (cudaError_t)__sys_cudaKeptTexture(view, object, 2); }
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) { return (cudaError_t)__sys_cudaDestroyTexture(object); }

// A surface is where the rows of an array lie (surface.cuh).
template <typename S> cudaError_t cudaCreateSurfaceObject(S *s, const cudaResourceDesc *r)
{
    __CHECKED(s && r, cudaErrorInvalidValue);
    __CHECKED(r->resType == cudaResourceTypeArray, cudaErrorInvalidChannelDescriptor);
    cudaArray_t a = r->res.array.array;
    __CHECKED((int)__sys_cudaArrayKnown(a), cudaErrorInvalidResourceHandle);
    s->data = (unsigned char *)a;
    s->width = (int)__arrayPitch(a);
    s->height = (int)__arrayRows(a);
    s->depth = (int)__sys_cudaArray(a, 7);
    if (!s->depth) s->depth = 1;
    return cudaSuccess;
}
cudaError_t cudaCreateSurfaceObject(void *s, const cudaResourceDesc *r) { return (cudaError_t)__sys_cudaFail(cudaErrorInvalidValue); }
template <typename S> cudaError_t cudaDestroySurfaceObject(S s) { return cudaSuccess; }
template <typename S> cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc *r, S s)
{
    __CHECKED(r, cudaErrorInvalidDevice); // as the runtime does
    __sys_memset(r, 0, sizeof(*r));
    r->resType = cudaResourceTypeArray;
    r->res.array.array = (cudaArray_t)s.data;
    return cudaSuccess;
}

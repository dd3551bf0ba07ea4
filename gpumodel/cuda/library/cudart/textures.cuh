// Textures and surfaces that the host sets up.

struct cudaResourceDesc {
    cudaResourceType resType;
    struct {
        struct { cudaArray_t array; } array;
        struct { void *mipmap; } mipmap;
        struct { void *devPtr; cudaChannelFormatDesc desc; size_t sizeInBytes; } linear;
        struct { void *devPtr; cudaChannelFormatDesc desc; size_t width, height, pitchInBytes; } pitch2D;
    } res;
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
    return (cudaError_t)__sys_cudaCreateTexture((void *)object, r->resType, from, d.x, d.y, d.z, d.w, d.f, width, height, pitch, t->addressMode[0], t->addressMode[1],
                                                t->addressMode[2], t->filterMode, t->readMode, t->normalizedCoords);
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) { return (cudaError_t)__sys_cudaDestroyTexture(object); }

// A surface is where the rows of an array lie (surface.cuh).
template <typename S> cudaError_t cudaCreateSurfaceObject(S *s, const cudaResourceDesc *r)
{
    if (r->resType != cudaResourceTypeArray) return (cudaError_t)__sys_cudaFail(cudaErrorInvalidValue);
    cudaArray_t a = r->res.array.array;
    s->data = (unsigned char *)a;
    s->width = (int)__arrayPitch(a);
    s->height = (int)__arrayRows(a);
    s->depth = (int)__sys_cudaArray(a, 7);
    if (!s->depth) s->depth = 1;
    return cudaSuccess;
}
template <typename S> cudaError_t cudaDestroySurfaceObject(S s) { return cudaSuccess; }

// Virtual memory: addresses, physical memory, and what connects them.

typedef unsigned long long CUmemGenericAllocationHandle;
struct CUmemLocation { CUmemLocationType type; int id; };
struct __cuAllocFlags { unsigned char compressionType, gpuDirectRDMACapable; unsigned short usage; unsigned char reserved[4]; };
struct CUmemAllocationProp {
    CUmemAllocationType type;
    CUmemAllocationHandleType requestedHandleTypes;
    CUmemLocation location;
    void *win32HandleMetaData;
    __cuAllocFlags allocFlags;
};
struct CUmemAccessDesc { CUmemLocation location; CUmemAccess_flags flags; };

inline CUresult cuMemGetAllocationGranularity(size_t *n, const CUmemAllocationProp *prop, CUmemAllocationGranularity_flags which)
{
    if (!n || prop->location.type != CU_MEM_LOCATION_TYPE_DEVICE) return CUDA_ERROR_INVALID_VALUE;
    *n = 2 << 20;
    return CUDA_SUCCESS;
}
inline CUresult cuMemAddressReserve(CUdeviceptr *p, size_t n, size_t alignment, CUdeviceptr wish, unsigned long long flags)
{
    return (CUresult)__sys_cuMemAddressReserve(p, n, alignment);
}
inline CUresult cuMemAddressFree(CUdeviceptr p, size_t n) { return (CUresult)__sys_cuMemAddressFree(p, n); }

// Memory is not compressed, and no other process gets it.
inline CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t n, const CUmemAllocationProp *prop, unsigned long long flags)
{
    if (prop->location.type != CU_MEM_LOCATION_TYPE_DEVICE || prop->requestedHandleTypes != CU_MEM_HANDLE_TYPE_NONE) return CUDA_ERROR_NOT_SUPPORTED;
    return (CUresult)__sys_cuMemCreate(handle, n, prop->location.id, prop->type);
}
inline CUresult cuMemRelease(CUmemGenericAllocationHandle handle) { return (CUresult)__sys_cuMemRelease(handle); }
inline CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *prop, CUmemGenericAllocationHandle handle)
{
    __sys_memset(prop, 0, sizeof(CUmemAllocationProp));
    prop->location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    return (CUresult)__sys_cuMemProperties(&prop->location.id, &prop->type, handle);
}
inline CUresult cuMemMap(CUdeviceptr p, size_t n, size_t offset, CUmemGenericAllocationHandle handle, unsigned long long flags)
{
    return (CUresult)__sys_cuMemMap(p, n, offset, handle);
}
inline CUresult cuMemUnmap(CUdeviceptr p, size_t n) { return (CUresult)__sys_cuMemUnmap(p, n); }
inline CUresult cuMemSetAccess(CUdeviceptr p, size_t n, const CUmemAccessDesc *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        CUresult error = (CUresult)__sys_cuMemSetAccess(p, n, list[i].location.id, list[i].flags);
        if (error != CUDA_SUCCESS) return error;
    }
    return CUDA_SUCCESS;
}
inline CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *n, CUdeviceptr p) { return (CUresult)__sys_cuMemAddressRange(base, n, p); }
inline CUresult cuMemExportToShareableHandle(void *to, CUmemGenericAllocationHandle handle, CUmemAllocationHandleType type, unsigned long long flags)
{
    return CUDA_ERROR_NOT_SUPPORTED;
}

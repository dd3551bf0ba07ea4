// Devices, and the driver itself.

inline CUresult cuInit(unsigned flags) { return (CUresult)__sys_cuInit(flags); }
inline CUresult cuDriverGetVersion(int *version)
{
    if (!version) return CUDA_ERROR_INVALID_VALUE;
    *version = CUDA_VERSION;
    return CUDA_SUCCESS;
}
inline CUresult cuDeviceGetCount(int *n) { return (CUresult)__sys_cu_cudaGetDeviceCount(n); }
inline CUresult cuDeviceGet(CUdevice *device, int number)
{
    CUresult error = (CUresult)__sys_cu_cudaDeviceName(0L, number);
    if (error == CUDA_SUCCESS) *device = number;
    return error;
}
inline CUresult cuDeviceGetName(char *name, int room, CUdevice device)
{
    char whole[256];
    CUresult error = (CUresult)__sys_cu_cudaDeviceName(whole, device);
    if (error != CUDA_SUCCESS) return error;
    if (!name || room < 1) return CUDA_ERROR_INVALID_VALUE;
    int i = 0;
    for (; whole[i] && i < room - 1; i++) name[i] = whole[i];
    name[i] = 0;
    return CUDA_SUCCESS;
}
inline CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute what, CUdevice device) { return (CUresult)__sys_cu_cudaDeviceGetAttribute(value, what, device); }
inline CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
    CUresult error = (CUresult)__sys_cu_cudaDeviceName(0L, device);
    if (error == CUDA_SUCCESS) *bytes = __sys_cudaTotalMemory(device);
    return error;
}
inline CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    CUresult error = cuDeviceGetAttribute(major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    return error == CUDA_SUCCESS ? cuDeviceGetAttribute(minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device) : error;
}
inline CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
    cudaDeviceProp p;
    CUresult error = (CUresult)__sys_cu_cudaDeviceName(0L, device);
    if (error != CUDA_SUCCESS) return error;
    cudaGetDeviceProperties(&p, device);
    *uuid = p.uuid;
    return CUDA_SUCCESS;
}
struct CUdevprop {
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], sharedMemPerBlock, totalConstantMemory, SIMDWidth, memPitch, regsPerBlock, clockRate, textureAlign;
};
inline CUresult cuDeviceGetProperties(CUdevprop *p, CUdevice device)
{
    CUresult error = (CUresult)__sys_cu_cudaDeviceName(0L, device);
    if (error != CUDA_SUCCESS) return error;
    int *all = (int *)p;
    for (int i = 0; i < 14; i++) cuDeviceGetAttribute(all + i, (CUdevice_attribute)(i + 1), device);
    return CUDA_SUCCESS;
}
inline CUresult cuDeviceGetPCIBusId(char *id, int n, CUdevice device) { return (CUresult)__sys_cu_cudaDeviceGetPCIBusId(id, n, device); }
inline CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *id) { return (CUresult)__sys_cu_cudaDeviceGetByPCIBusId(device, id); }
inline CUresult cuDeviceCanAccessPeer(int *can, CUdevice a, CUdevice b) { return (CUresult)__sys_cu_cudaDeviceCanAccessPeer(can, a, b); }
inline CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute what, CUdevice a, CUdevice b)
{
    CUresult error = cuDeviceCanAccessPeer(value, a, b);
    if (error == CUDA_SUCCESS && what == CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK) *value = 0;
    return error;
}

// The types of cuda.h. A stream and an event are the runtime's.

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
struct __cuContext { int number; };
struct __cuModule { int number; };
struct __cuFunction { int number; };
typedef __cuContext *CUcontext;
typedef __cuModule *CUmodule;
typedef __cuFunction *CUfunction;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
using CUhostFn = void (*)(void *);
using CUstreamCallback = void (*)(CUstream, CUresult, void *);
using CUoccupancyB2DSize = size_t (*)(int);

#define __cuda_cuda_h__
#define CUDAAPI
#define CU_IPC_HANDLE_SIZE 64
#define CU_STREAM_LEGACY ((CUstream)1)
#define CU_STREAM_PER_THREAD ((CUstream)2)
#define CU_DEVICE_CPU ((CUdevice)-1)
#define CU_DEVICE_INVALID ((CUdevice)-2)

// What is called so since an interface changed.
#define cuDeviceTotalMem_v2 cuDeviceTotalMem
#define cuCtxCreate_v2 cuCtxCreate
#define cuCtxCreate_v4 cuCtxCreate
#define cuCtxDestroy_v2 cuCtxDestroy
#define cuCtxPushCurrent_v2 cuCtxPushCurrent
#define cuCtxPopCurrent_v2 cuCtxPopCurrent
#define cuModuleGetGlobal_v2 cuModuleGetGlobal
#define cuMemAlloc_v2 cuMemAlloc
#define cuMemFree_v2 cuMemFree
#define cuMemGetInfo_v2 cuMemGetInfo
#define cuMemAllocHost_v2 cuMemAllocHost
#define cuMemAllocPitch_v2 cuMemAllocPitch
#define cuMemcpyHtoD_v2 cuMemcpyHtoD
#define cuMemcpyDtoH_v2 cuMemcpyDtoH
#define cuMemcpyDtoD_v2 cuMemcpyDtoD
#define cuMemcpyHtoDAsync_v2 cuMemcpyHtoDAsync
#define cuMemcpyDtoHAsync_v2 cuMemcpyDtoHAsync
#define cuMemcpyDtoDAsync_v2 cuMemcpyDtoDAsync
#define cuMemsetD8_v2 cuMemsetD8
#define cuMemsetD16_v2 cuMemsetD16
#define cuMemsetD32_v2 cuMemsetD32
#define cuMemsetD2D8_v2 cuMemsetD2D8
#define cuStreamDestroy_v2 cuStreamDestroy
#define cuEventDestroy_v2 cuEventDestroy
#define cuDevicePrimaryCtxRelease_v2 cuDevicePrimaryCtxRelease
#define cuDevicePrimaryCtxReset_v2 cuDevicePrimaryCtxReset
#define cuDevicePrimaryCtxSetFlags_v2 cuDevicePrimaryCtxSetFlags
#define cuDeviceGetUuid_v2 cuDeviceGetUuid

// An array that grows where it is: its addresses are reserved once, and memory is mapped behind what it has.
#include <cuda.h>
#include <stdio.h>

__global__ void number(int *a, size_t n)
{
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) a[i] = i;
}

int main()
{
    CUdevice device;
    CUcontext context;
    CUdeviceptr array, elsewhere;
    CUmemGenericAllocationHandle parts[2];
    CUmemAllocationProp prop = {};
    CUmemAccessDesc access = {};
    size_t part;
    int can;

    cuInit(0);
    cuDeviceGet(&device, 0);
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);
    cuDeviceGetAttribute(&can, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, device);
    prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    prop.location.id = device;
    access.location = prop.location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    cuMemGetAllocationGranularity(&part, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
    printf("supported: %d, in parts of %zu KiB\n", can, part >> 10);

    cuMemAddressReserve(&array, 2 * part, 0, 0, 0);
    for (int i = 0; i < 2; i++) {
        cuMemCreate(&parts[i], part, &prop, 0);
        cuMemMap(array + i * part, part, 0, parts[i], 0);
        cuMemSetAccess(array + i * part, part, &access, 1);
    }
    size_t n = 2 * part / sizeof(int);
    number<<<256, 256>>>((int *)array, n);

    // The memory keeps what it has when it is mapped to other addresses.
    cuMemUnmap(array, 2 * part);
    cuMemAddressFree(array, 2 * part);
    cuMemAddressReserve(&elsewhere, 2 * part, 0, 0, 0);
    for (int i = 0; i < 2; i++) {
        cuMemMap(elsewhere + i * part, part, 0, parts[i], 0);
        cuMemRelease(parts[i]);
    }
    cuMemSetAccess(elsewhere, 2 * part, &access, 1);
    int around[4];
    cuMemcpyDtoH(around, elsewhere + part - 2 * sizeof(int), sizeof(around)); // over the seam
    printf("%d %d | %d %d\n", around[0], around[1], around[2], around[3]);

    // What is not mapped, or not made accessible, no kernel reaches.
    cuMemUnmap(elsewhere, 2 * part);
    CUmemGenericAllocationHandle other;
    cuMemCreate(&other, part, &prop, 0);
    printf("mapping half of it: %d\n", cuMemMap(elsewhere, part / 2, 0, other, 0));
    cuMemMap(elsewhere, part, 0, other, 0);
    number<<<1, 256>>>((int *)elsewhere, 256);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

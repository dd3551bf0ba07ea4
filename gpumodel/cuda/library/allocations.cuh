// cudaMalloc and cudaFree of device code, which take memory of the device's heap. It is read where device code first uses one.

template <typename T> __device__ cudaError_t cudaMalloc(T **p, size_t n)
{
    *p = (T *)malloc(n);
    return *p || !n ? cudaSuccess : cudaErrorMemoryAllocation;
}

__device__ cudaError_t cudaFree(void *p)
{
    free(p);
    return cudaSuccess;
}

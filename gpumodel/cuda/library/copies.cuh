// cudaMemcpyAsync and cudaMemsetAsync of device code: kernels that are launched in the stream, as all that a thread launches.

__global__ void __copyInStream(unsigned char *to, const unsigned char *from, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x, step = gridDim.x * (size_t)blockDim.x;
    if ((((size_t)to | (size_t)from | n) & 3) == 0)
        for (; i < n / 4; i += step) ((unsigned *)to)[i] = ((const unsigned *)from)[i];
    else
        for (; i < n; i += step) to[i] = from[i];
}

__global__ void __setInStream(unsigned char *to, unsigned char value, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += gridDim.x * (size_t)blockDim.x) to[i] = value;
}

__device__ unsigned __blocksFor(size_t n) { return n > 262144 ? 1024 : (unsigned)((n + 255) / 256); }

__device__ cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t n, int kind, cudaStream_t stream = 0)
{
    if (n) __copyInStream<<<__blocksFor(n), 256, 0, stream>>>((unsigned char *)to, (const unsigned char *)from, n);
    return cudaSuccess;
}

__device__ cudaError_t cudaMemsetAsync(void *to, int value, size_t n, cudaStream_t stream = 0)
{
    if (n) __setInStream<<<__blocksFor(n), 256, 0, stream>>>((unsigned char *)to, (unsigned char)value, n);
    return cudaSuccess;
}

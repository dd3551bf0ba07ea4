// contended atomics on shared memory: grid 128, block 256, elements 65536
__global__ void count(float *out, const float *in, int n)
{
    __shared__ int found[4];
    if (threadIdx.x < 4)
        found[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < 4096; i += blockDim.x)
        atomicAdd(&found[i % 4], 1); // <-
    __syncthreads();
    if (threadIdx.x < 4)
        atomicAdd((int *)out + threadIdx.x, found[threadIdx.x]);
}

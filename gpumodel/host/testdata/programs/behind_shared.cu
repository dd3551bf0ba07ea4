// A card hands out shared memory in pieces, on an H100 of 128 bytes: a thread that goes a little too far finds memory there, and no fault.
#include <cstdio>
__global__ void few(int *out, int i)
{
    __shared__ int s[20];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    s[i] = 7;
    __syncthreads();
    out[threadIdx.x] = s[i] + s[1];
}
__global__ void given(int *out, int i)
{
    extern __shared__ int s[];
    s[i + threadIdx.x] = 3;
    __syncthreads();
    out[threadIdx.x] = atomicAdd(&s[i + threadIdx.x], 1);
}
__global__ void none(int *out, int i)
{
    extern __shared__ int s[];
    out[threadIdx.x] = s[i];
}
int main()
{
    int *out, first = -1;
    cudaMalloc(&out, 20 * sizeof(int));
    few<<<1, 20>>>(out, 31);
    printf("the last element of 128 bytes: %s\n", cudaGetErrorName(cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost)));
    printf("it keeps %d\n", first);
    given<<<1, 16, 132>>>(out, 48);
    printf("behind 132 bytes: %s\n", cudaGetErrorName(cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost)));
    printf("it had %d\n", first);
    none<<<1, 1>>>(out, 0);
    printf("of no shared memory: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

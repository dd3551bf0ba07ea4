// 100 equal launches whose addresses depend on data.
#include <cstdio>
#include <vector>

__global__ void histogram(const unsigned char *data, int *bins, int n)
{
    __shared__ int own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[data[i]], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

int main()
{
    const int n = 1 << 20;
    std::vector<unsigned char> h(n);
    unsigned state = 1;
    for (int i = 0; i < n; i++) h[i] = (state = state * 1664525 + 1013904223) >> 24;
    unsigned char *data;
    int *bins, counts[256];
    cudaMalloc(&data, n);
    cudaMalloc(&bins, sizeof(counts));
    cudaMemcpy(data, h.data(), n, cudaMemcpyHostToDevice);
    for (int i = 0; i < 100; i++) {
        cudaMemset(bins, 0, sizeof(counts));
        histogram<<<64, 256>>>(data, bins, n);
    }
    cudaMemcpy(counts, bins, sizeof(counts), cudaMemcpyDeviceToHost);
    printf("%d\n", counts[7]);
    cudaFree(data);
    cudaFree(bins);
}

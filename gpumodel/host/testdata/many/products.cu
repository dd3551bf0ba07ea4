// 40 equal launches of a tiled product of n = 256.
#include <cstdio>
#include <vector>

const int tile = 16;

__global__ void product(const float *a, const float *b, float *c, int n)
{
    __shared__ float s[tile][tile], t[tile][tile];
    int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * tile + x, row = blockIdx.y * tile + y;
    float sum = 0;
    for (int k = 0; k < n / tile; k++) {
        s[y][x] = a[row * n + k * tile + x];
        t[y][x] = b[(k * tile + y) * n + column];
        __syncthreads();
        for (int i = 0; i < tile; i++) sum += s[y][i] * t[i][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

int main()
{
    const int n = 256, bytes = n * n * sizeof(float);
    std::vector<float> h(n * n);
    for (int i = 0; i < n * n; i++) h[i] = i % 7 * 0.5f;
    float *a, *b, *c;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMalloc(&c, bytes);
    cudaMemcpy(a, h.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b, h.data(), bytes, cudaMemcpyHostToDevice);
    for (int i = 0; i < 40; i++) product<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(a, b, c, n);
    cudaMemcpy(h.data(), c, bytes, cudaMemcpyDeviceToHost);
    printf("%g\n", h[5]);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
}

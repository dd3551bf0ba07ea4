// 200 steps on a grid of 512 x 512 cells, from one array to the other and back.
#include <cstdio>
#include <utility>
#include <vector>

__global__ void step(const float *a, float *b, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
        b[y * n + x] = 0.25f * (a[y * n + x - 1] + a[y * n + x + 1] + a[(y - 1) * n + x] + a[(y + 1) * n + x]);
}

int main()
{
    const int n = 512, bytes = n * n * sizeof(float);
    std::vector<float> h(n * n);
    for (int i = 0; i < n * n; i++) h[i] = i % 7 * 0.5f;
    float *a, *b;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMemcpy(a, h.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b, h.data(), bytes, cudaMemcpyHostToDevice);
    for (int i = 0; i < 200; i++) {
        step<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, n);
        std::swap(a, b);
    }
    cudaMemcpy(h.data(), a, bytes, cudaMemcpyDeviceToHost);
    printf("%g\n", h[n + 1]);
    cudaFree(a);
    cudaFree(b);
}

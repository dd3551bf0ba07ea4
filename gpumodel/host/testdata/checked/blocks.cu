// Jacobi steps. The fault: a step reads and writes one array, so blocks meet at their edges.
#include <cstdio>
#include <utility>
__global__ void step(const float *from, float *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) to[i] = (from[i - 1] + from[i + 1]) / 2;
}
int main()
{
    const int n = 2048;
    static float a[n];
    a[0] = a[n - 1] = 1;
    float *from, *to;
    cudaMalloc(&from, sizeof a);
    cudaMalloc(&to, sizeof a);
    cudaMemcpy(from, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(to, a, sizeof a, cudaMemcpyHostToDevice);
    for (int k = 0; k < 10; k++) {
#ifdef FAULT
        step<<<n / 128, 128>>>(from, from, n);
#else
        step<<<n / 128, 128>>>(from, to, n);
        std::swap(from, to);
#endif
    }
    cudaMemcpy(a, from, sizeof a, cudaMemcpyDeviceToHost);
    puts("done");
    cudaFree(from);
    cudaFree(to);
}

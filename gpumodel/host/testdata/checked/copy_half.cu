// Rows are scaled. The fault: only the rows of the first half are copied to the GPU.
#include <cstdio>
__global__ void scale(double *d, int width, int height, size_t pitch)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < width && y < height) ((double *)((char *)d + y * pitch))[x] *= 2;
}
int main()
{
    const int width = 100, height = 20;
    static double a[height][width];
    a[1][1] = 21;
    double *d;
    size_t pitch;
    cudaMallocPitch(&d, &pitch, width * sizeof(double), height);
#ifdef FAULT
    cudaMemcpy2D(d, pitch, a, sizeof a[0], sizeof a[0], height / 2, cudaMemcpyHostToDevice);
#else
    cudaMemcpy2D(d, pitch, a, sizeof a[0], sizeof a[0], height, cudaMemcpyHostToDevice);
#endif
    scale<<<dim3(2, height), 64>>>(d, width, height, pitch);
    cudaMemcpy2D(a, sizeof a[0], d, pitch, sizeof a[0], height, cudaMemcpyDeviceToHost);
    printf("%g\n", a[1][1]);
    cudaFree(d);
}

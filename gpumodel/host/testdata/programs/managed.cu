// Managed memory moves to the side that touches it, and not again; a prefetch takes less time than faults.
#include <stdio.h>

__managed__ int total = 5;
__global__ void twice(float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] *= 2;
    if (i == 0) total++;
}

int main()
{
    const int n = 1 << 20; // two blocks of 2 MiB
    float *p, ms[4];
    cudaEvent_t e[2];
    for (int i = 0; i < 2; i++) cudaEventCreate(&e[i]);
    cudaMallocManaged(&p, n * sizeof(float));
    twice<<<1, 32>>>(NULL, 0);
    for (int k = 0; k < 4; k++) {
        if (k != 2) for (int i = 0; i < n; i++) p[i] = i; // the third time nothing has to come back
        if (k == 3) cudaMemPrefetchAsync(p, n * sizeof(float), 0, 0);
        cudaDeviceSynchronize();
        cudaEventRecord(e[0]);
        twice<<<n / 256, 256>>>(p, n);
        cudaEventRecord(e[1]);
        cudaEventSynchronize(e[1]);
        cudaEventElapsedTime(&ms[k], e[0], e[1]);
    }
    printf("as long %d, without migration shorter %d, prefetched as short %d\n", ms[0] == ms[1], ms[2] < ms[0] / 2, ms[3] == ms[2]);
    printf("%g %g %d\n", p[1], p[n - 1], total);
    twice<<<1, 1>>>(p, 1);
    printf("too early: %g\n", p[n - 1]);
    cudaDeviceSynchronize();
    cudaFree(p);
    return 0;
}

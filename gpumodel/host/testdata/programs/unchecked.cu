// A kernel that the checker cannot be given, since its goto leads into a loop that stands when i is in memory; and a stream with a priority.
#include <cstdio>

__device__ int twice(int x)
{
    int i;
    if (x > 3)
        goto middle;
    for (i = 0; i < 0; i++) {
        x = 0;
    middle:
        x += 5;
    }
    return x;
}

__device__ int back(int n)
{
    for (; 0;) {
    again:
        n++;
    }
    if (n < 10)
        goto again;
    return n;
}

__global__ void k(int *out)
{
    out[threadIdx.x] = 3 * twice(threadIdx.x) + back(threadIdx.x);
}

int main()
{
    int *out, got[8];
    cudaStream_t s;
    cudaStreamCreateWithPriority(&s, cudaStreamDefault, -1);
    cudaMalloc(&out, sizeof got);
    for (int i = 0; i < 2; i++)
        k<<<1, 8, 0, s>>>(out);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++)
        printf("%d ", got[i]);
    printf("\n");
    cudaFree(out);
    cudaStreamDestroy(s);
    return 0;
}

// A bitonic sort of a block's elements in shared memory.
#include <cstdio>
__global__ void sort(int *values)
{
    __shared__ int v[128];
    int t = threadIdx.x;
    v[t] = values[t];
    for (int k = 2; k <= 128; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            int with = t ^ j;
            if (with > t && (v[t] > v[with]) == ((t & k) == 0)) {
                int old = v[t];
                v[t] = v[with];
                v[with] = old;
            }
        }
    __syncthreads();
    values[127 - t] = v[127 - t];
}
int main()
{
    int values[128], *d;
    for (int i = 0; i < 128; i++)
        values[i] = i * 37 % 128;
    cudaMalloc(&d, sizeof values);
    cudaMemcpy(d, values, sizeof values, cudaMemcpyHostToDevice);
    sort<<<1, 128>>>(d);
    cudaMemcpy(values, d, sizeof values, cudaMemcpyDeviceToHost);
    printf("%d %d\n", values[0], values[127]);
    cudaFree(d);
}

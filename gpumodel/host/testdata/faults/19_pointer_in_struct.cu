#include <stdio.h>
#include <stdlib.h>
struct Vector { int n; float *data; };
__global__ void twice(Vector v)
{
    if (threadIdx.x < v.n) v.data[threadIdx.x] *= 2;
}
int main()
{
    const int n = 32;
    Vector v;
    v.n = n;
    v.data = (float *)malloc(n * sizeof(float));
    twice<<<1, n>>>(v);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    free(v.data);
    return 0;
}

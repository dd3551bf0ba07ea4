// Formatters put blanks into the brackets of a launch, and nvcc takes them.
#include <stdio.h>
#include <vector>
template <int n> __global__ void set(int *a) { a[threadIdx.x] = n << (threadIdx.x >> 1); }
__global__ void twice(int *a) { a[threadIdx.x] *= 2; }
int main()
{
    std::vector<std::vector<int>> shifts(1, std::vector<int>(4, 1));
    int *d, h[4];
    dim3 block(4);
    cudaMalloc(&d, sizeof(h));
    set<3> << <1, block >> >(d);
    twice << < (1 << 1) >> 1, block.x > 2 ? 4 : 2 > >> (d);
    twice<<<1, 4>> >(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; i++) printf("%d ", h[i] >> shifts[0][i]);
    printf("\n");
    cudaFree(d);
}

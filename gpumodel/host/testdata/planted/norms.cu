// The sums of a matrix's rows in managed memory, a warp for each, and the largest of them.
#include <cstdio>
__global__ void norms(const int *m, int *sums, int *largest, int rows, int columns)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32, s = 0;
    if (row < rows) {
        for (int c = lane; c < columns; c += 32)
            s += m[row * columns + c];
        for (int d = 16; d > 0; d /= 2)
            s += __shfl_xor_sync(0xffffffff, s, d);
        if (lane == 0) {
            sums[row] = s;
            atomicMax(largest, s);
        }
    }
}
int main()
{
    const int rows = 21, columns = 50;
    int *m, *sums, *largest;
    cudaMallocManaged(&m, rows * columns * sizeof(int));
    cudaMallocManaged(&sums, rows * sizeof(int));
    cudaMallocManaged(&largest, sizeof(int));
    for (int i = 0; i < rows * columns; i++)
        m[i] = i % 11;
    *largest = 0;
    norms<<<(rows + 3) / 4, 128>>>(m, sums, largest, rows, columns);
    cudaDeviceSynchronize();
    printf("%d %d\n", sums[rows - 1], *largest);
    cudaFree(m);
    cudaFree(sums);
    cudaFree(largest);
}

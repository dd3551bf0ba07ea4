// A product of square matrices by tiles of shared memory.
#include <cstdio>
#define TILE 16
__global__ void matmul(const float *a, const float *b, float *c, int n)
{
    __shared__ float ta[TILE][TILE], tb[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    float s = 0;
    for (int k = 0; k < n; k += TILE) {
        ta[threadIdx.y][threadIdx.x] = 0;
        tb[threadIdx.y][threadIdx.x] = 0;
        if (y < n && k + threadIdx.x < n)
            ta[threadIdx.y][threadIdx.x] = a[y * n + k + threadIdx.x];
        if (x < n && k + threadIdx.y < n)
            tb[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + x];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            s += ta[threadIdx.y][j] * tb[j][threadIdx.x];
        __syncthreads();
    }
    if (x < n && y < n)
        c[y * n + x] = s;
}
int main()
{
    const int n = 40;
    static float a[n * n], b[n * n], c[n * n];
    for (int i = 0; i < n * n; i++) {
        a[i] = i % 5;
        b[i] = i % 3;
    }
    float *da, *db, *dc;
    cudaMalloc(&da, sizeof a);
    cudaMalloc(&db, sizeof b);
    cudaMalloc(&dc, sizeof c);
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
    dim3 block(TILE, TILE), grid((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);
    matmul<<<grid, block>>>(da, db, dc, n);
    cudaMemcpy(c, dc, sizeof c, cudaMemcpyDeviceToHost);
    printf("%g %g\n", c[0], c[n * n - 1]);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
}

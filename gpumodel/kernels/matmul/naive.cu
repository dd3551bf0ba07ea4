// Multiplies matrices, one element per thread, straight from global memory.
// Blocks of 128×1 read rows of B; blocks of 1×128 read columns, one transaction per thread.

__global__ void mmul(const float *A, const float *B, float *C, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    float sum = 0.0f;
    for (int k = 0; k < n; k++)
        sum += A[y * n + k] * B[k * n + x];
    C[y * n + x] = sum;
}

// Copies a matrix down its columns: the worst way to walk through memory.
// Loads and stores are strided by n words, one transaction per thread.

__global__ void mcopy_strided(float *odata, const float *idata, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    odata[x * n + y] = idata[x * n + y];
}

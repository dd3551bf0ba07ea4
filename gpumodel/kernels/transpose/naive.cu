// Transposes a matrix, one element per thread.
// Loads are coalesced; stores are strided by n words, one transaction per thread.

__global__ void mtran(float *odata, const float *idata, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    odata[x * n + y] = idata[y * n + x];
}

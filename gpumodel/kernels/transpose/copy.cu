// Copies a matrix: what a transpose could reach at best.
// Loads and stores are coalesced: neighbouring threads touch neighbouring words.

__global__ void mcopy(float *odata, const float *idata, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    odata[y * n + x] = idata[y * n + x];
}

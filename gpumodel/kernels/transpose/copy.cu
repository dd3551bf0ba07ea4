// Copies a matrix: what a transpose could reach at best.
// Loads and stores are coalesced: neighbouring threads touch neighbouring words.
#ifdef GUARD // the matrix is no multiple of the block
#define INSIDE(x, y) ((x) < n && (y) < n)
#else
#define INSIDE(x, y) true
#endif

__global__ void mcopy(float *odata, const float *idata, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (INSIDE(x, y))
        odata[y * n + x] = idata[y * n + x];
}

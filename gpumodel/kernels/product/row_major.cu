// Multiplies N and M, both row-major: at each k the threads of a warp read one word of N and a row of M.
// The loads of M are coalesced, although each thread for itself goes down a column.

__global__ void product_row_major(const float *N, const float *M, float *P, unsigned int Width)
{
    unsigned int row = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned int col = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < Width && col < Width) {
        float Pvalue = 0.0f;
        for (unsigned int k = 0; k < Width; ++k)
            Pvalue += N[row * Width + k] * M[k * Width + col];
        P[row * Width + col] = Pvalue;
    }
}

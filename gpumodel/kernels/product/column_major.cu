// Multiplies N and M, which is column-major: at each k the threads of a warp read words of M that are Width apart.
// Nothing is coalesced there, although each thread for itself reads neighbouring words.

__global__ void product_column_major(const float *N, const float *M, float *P, unsigned int Width)
{
    unsigned int row = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned int col = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < Width && col < Width) {
        float Pvalue = 0.0f;
        for (unsigned int k = 0; k < Width; ++k)
            Pvalue += N[row * Width + k] * M[col * Width + k];
        P[row * Width + col] = Pvalue;
    }
}

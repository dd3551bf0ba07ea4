// Adds up a matrix by one thread a column, whose loads are coalesced, and one thread a row.

__global__ void sum_columns(float *out, const float *a, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int row = 0; row < n; ++row)
        s += a[row * n + col];
    out[col] = s;
}

__global__ void sum_rows(float *out, const float *a, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int col = 0; col < n; ++col)
        s += a[row * n + col];
    out[row] = s;
}

// Adds two vectors of floats: 12 bytes for each element.
__global__ void add_float(float *c, const float *a, const float *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = a[i] + b[i];
}

__global__ void multiply(float *product, float *x, float *y)
{
    const int i = threadIdx.x;
    product[i] = x[i] * y[i];
}

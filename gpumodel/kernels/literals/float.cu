// Evaluates a polynomial; its coefficient 0.5f is a float, so that each step is one multiply-add.
__global__ void polynomial_float(float *out, const float *in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i], y = 0.0f;
    for (int k = 0; k < 32; k++)
        y = x * y + 0.5f;
    out[i] = y;
}

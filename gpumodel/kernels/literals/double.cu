// Evaluates a polynomial; its coefficient 0.5 has no suffix and is a double, so that each step adds in fp64.
__global__ void polynomial_double(float *out, const float *in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i], y = 0.0f;
    for (int k = 0; k < 32; k++)
        y = x * y + 0.5;
    out[i] = y;
}

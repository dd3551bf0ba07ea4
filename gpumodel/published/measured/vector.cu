// Copies and sums words of TYPE: a word a thread, or a grid that strides over all n.

__global__ void vcopy(TYPE *out, const TYPE *in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

__global__ void vcopy_loop(TYPE *out, const TYPE *in, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = in[i];
}

__global__ void vsum(float *out, const TYPE *in, int n)
{
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        s += *(const float *)&in[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

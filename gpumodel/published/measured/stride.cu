// A thread copies a word: words apart, words read apart, and words that begin at an offset.

__global__ void strided(float *out, const float *in, int stride)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
    out[i] = in[i];
}

__global__ void strided_read(float *out, const float *in, int stride)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = in[t * stride];
}

__global__ void offset(float *out, const float *in, int offset)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x + offset;
    out[i] = in[i];
}

// contended atomics: grid 128, block 256, elements 65536
__global__ void count(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] > 0.0f)
        atomicAdd((int *)out, 1); // <-
}

// uncoalesced load: grid 128 128, block 16 16, elements 4260096, GTX 280
__global__ void add_one(float *out, const float *in, int n)
{
    int i = blockIdx.x * 16 + threadIdx.y;
    int j = blockIdx.y * 16 + threadIdx.x;
    float v = in[j * 2064 + i]; // <-
    out[i * 2064 + j] = v + 1.0f;
}

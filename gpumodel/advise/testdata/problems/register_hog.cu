// low occupancy: grid 512, block 128, elements 2097152
__global__ void hog(float *out, const float *in, int n) // <-
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v[40];
    v[0] = i * 0.25f;
    for (int k = 1; k < 40; k++)
        v[k] = v[k - 1] * 0.5f + 1.0f;
    float x = in[i];
    for (int r = 0; r < 20; r++) {
        x = in[i + r * 65536 + (x > 1e30f ? 1 : 0)];
        v[2 * r] += x;
    }
    float sum = 0.0f;
    for (int k = 0; k < 40; k++)
        sum = sum * 0.5f + v[k];
    out[i] = sum;
}

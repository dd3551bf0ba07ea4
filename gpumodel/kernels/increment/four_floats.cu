// Adds 1 to four elements in each thread: four independent accesses of 4 bytes are in flight, as good as one of 16.
// All four loads come before the first addition waits for one.
__global__ void increment_four_floats(float *a)
{
    int i = blockIdx.x * 4 * blockDim.x + threadIdx.x, step = blockDim.x;
    float v0 = a[i];
    float v1 = a[i + step];
    float v2 = a[i + 2 * step];
    float v3 = a[i + 3 * step];
    a[i] = v0 + 1.0f;
    a[i + step] = v1 + 1.0f;
    a[i + 2 * step] = v2 + 1.0f;
    a[i + 3 * step] = v3 + 1.0f;
}

// Adds 1 to each element of an array in words of 8 bytes: a thread has 8 bytes in flight.
__global__ void increment_float2(float2 *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 v = a[i];
    v.x += 1.0f;
    v.y += 1.0f;
    a[i] = v;
}

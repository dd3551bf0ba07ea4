// Adds 1 to each element of an array in words of 16 bytes: a thread has 16 bytes in flight.
__global__ void increment_float4(float4 *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = a[i];
    v.x += 1.0f;
    v.y += 1.0f;
    v.z += 1.0f;
    v.w += 1.0f;
    a[i] = v;
}

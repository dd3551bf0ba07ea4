// Adds 1 to each element of an array: a thread has one access of 4 bytes in flight.
// The store needs what the load brings, so that there is never a second one.
__global__ void increment_float(float *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] += 1.0f;
}

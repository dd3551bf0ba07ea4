// Adds two vectors whose elements are stored as one of 256 steps between two limits: 3 bytes for each element.
__device__ float value(unsigned char steps, float low, float step) { return low + step * steps; }

__global__ void add_range(uchar4 *c, const uchar4 *a, const uchar4 *b, float low, float high)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float step = __fdividef(high - low, 255.0f), scale = __fdividef(255.0f, high - low);
    uchar4 x = a[i], y = b[i], z;
    z.x = (value(x.x, low, step) + value(y.x, low, step) - low) * scale + 0.5f;
    z.y = (value(x.y, low, step) + value(y.y, low, step) - low) * scale + 0.5f;
    z.z = (value(x.z, low, step) + value(y.z, low, step) - low) * scale + 0.5f;
    z.w = (value(x.w, low, step) + value(y.w, low, step) - low) * scale + 0.5f;
    c[i] = z;
}

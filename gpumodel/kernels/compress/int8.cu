// Adds two vectors of small whole numbers, four of them in a word: 3 bytes for each element.
__global__ void add_int8(char4 *c, const char4 *a, const char4 *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    char4 x = a[i], y = b[i];
    c[i] = make_char4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
}

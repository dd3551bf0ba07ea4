// Kernels of questions, courses and build tools, written anew after the published ones: the same parameters and statements, other words.
__global__ void multiply(float *product, float *x, float *y)
{
    const int i = threadIdx.x;
    product[i] = x[i] * y[i];
}

__global__ void store_zero(double *x, double *res)
{
    res[0] = 0;
}

__global__ void add_five(float *out, float *in, unsigned n)
{
    unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned five = 5;
    out[at] = in[at] + five;
}

__global__ void add_two(int a, int b, int *sum)
{
    *sum = a + b;
}

__global__ void add_strided(int *x, int *y, int *sum)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    while (i < 1024) {
        sum[i] = x[i] + y[i];
        i += blockDim.x * gridDim.x;
    }
}

__global__ void shift_strided(int *in, int *out, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = in[i] << 4;
}

__global__ void add_words(int *x, int *y, int *sum)
{
    *sum = *x + *y;
}

__global__ void sum_of_vectors(float *x, float *y, float *sum)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    sum[i] = x[i] + y[i];
}

__global__ void nothing()
{
}

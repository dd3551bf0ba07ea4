// Kernels of a library of matrices (cudamat), written anew: the same parameters and statements, other words.
#define EACH(i, n) \
    const unsigned int first = blockIdx.x * blockDim.x + threadIdx.x; \
    const unsigned int threads = blockDim.x * gridDim.x; \
    for (unsigned int i = first; i < n; i += threads)

__global__ void sign(float *x, float *y, unsigned int n)
{
    EACH(i, n) { y[i] = x[i] ? copysignf(1., x[i]) : 0.; }
}

__global__ void fast_exponential(float *x, float *y, unsigned int n)
{
    EACH(i, n) { y[i] = __expf(x[i]); }
}

__global__ void greater(float *x, float *y, float *z, unsigned int n)
{
    EACH(i, n) { z[i] = x[i] > y[i]; }
}

__global__ void quotient(float *x, float *y, float *z, unsigned int n)
{
    EACH(i, n) { z[i] = x[i] / y[i]; }
}

__global__ void largest_of_number(float *x, float a, float *y, unsigned int n)
{
    EACH(i, n) { y[i] = fmaxf(x[i], a); }
}

__global__ void plus_number(float *x, float a, float *y, unsigned int n)
{
    EACH(i, n) { y[i] = x[i] + a; }
}

__global__ void equals_number(float *x, float a, float *y, unsigned int n)
{
    EACH(i, n) { y[i] = x[i] == a; }
}

__global__ void over_number(float *x, float a, float *y, unsigned int n)
{
    EACH(i, n) { y[i] = x[i] / a; }
}

__global__ void power(float *x, float a, float *y, unsigned int n)
{
    EACH(i, n) { y[i] = powf(x[i], a); }
}

__global__ void soft_threshold(float *x, float a, float *y, unsigned int n)
{
    EACH(i, n)
    {
        float v = x[i];
        y[i] = v > 0 ? max(0.f, v - a) : min(0.f, v + a); // published with 0., which nvcc demoted to a float for 1.0
    }
}

__global__ void plus_row(float *x, float *row, float *y, unsigned int width, unsigned int height)
{
    EACH(i, width * height) { y[i] = x[i] + row[i / height]; }
}

__global__ void plus_scaled_column(float *x, float *column, float *y, float a, unsigned int width, unsigned int height)
{
    EACH(i, width * height) { y[i] = x[i] + a * column[i % height]; }
}

__global__ void over_column(float *x, float *column, float *y, unsigned int width, unsigned int height)
{
    EACH(i, width * height) { y[i] = x[i] / column[i % height]; }
}

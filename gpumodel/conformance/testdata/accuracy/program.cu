// Computes functions for tables of inputs, in a kernel and in host code. The standard input has the number of inputs, then for each
// function the columns of its parameters. The standard output has for each function the kernel's results, then the host's. All numbers
// are doubles, except the first.
//
// The test adds DEVICE or BOTH for each function, and a main function that calls each run_....

#include <cmath>
#include <cstdio>
#include <cstdlib>

// ---- operators, and functions of two results

#define BOTH_SIDES __host__ __device__
#define PAIRS(T, F)                                                                                     \
    BOTH_SIDES T add##F(T x, T y) { return x + y; }                                                     \
    BOTH_SIDES T subtract##F(T x, T y) { return x - y; }                                                \
    BOTH_SIDES T multiply##F(T x, T y) { return x * y; }                                                \
    BOTH_SIDES T divide##F(T x, T y) { return x / y; }                                                  \
    BOTH_SIDES T reciprocal##F(T x) { return 1 / x; }                                                   \
    BOTH_SIDES T frexp##F##_first(T x) { int e = 0; return frexp##F(x, &e); }                           \
    BOTH_SIDES int frexp##F##_second(T x) { int e = 0; frexp##F(x, &e); return e; }                     \
    BOTH_SIDES T modf##F##_first(T x) { T whole = 0; return modf##F(x, &whole); }                       \
    BOTH_SIDES T modf##F##_second(T x) { T whole = 0; modf##F(x, &whole); return whole; }               \
    BOTH_SIDES T remquo##F##_first(T x, T y) { int q = 0; return remquo##F(x, y, &q); }                 \
    BOTH_SIDES int remquo##F##_second(T x, T y) { int q = 0; remquo##F(x, y, &q); return q & 7; }       \
    BOTH_SIDES T sincos##F##_first(T x) { T s = 0, c = 0; sincos##F(x, &s, &c); return s; }             \
    BOTH_SIDES T sincos##F##_second(T x) { T s = 0, c = 0; sincos##F(x, &s, &c); return c; }            \
    BOTH_SIDES T sincospi##F##_first(T x) { T s = 0, c = 0; sincospi##F(x, &s, &c); return s; }         \
    BOTH_SIDES T sincospi##F##_second(T x) { T s = 0, c = 0; sincospi##F(x, &s, &c); return c; }

PAIRS(double, )
PAIRS(float, f)

// ---- inputs and results

double *numbers(int count)
{
    double *p;
    cudaMallocManaged(&p, count * sizeof *p);
    return p;
}

// The next column of the input.
double *column(int count)
{
    double *p = numbers(count);
    fread(p, sizeof *p, count, stdin);
    return p;
}

void write(const double *results, int count)
{
    if (cudaDeviceSynchronize() != cudaSuccess) exit(1);
    fwrite(results, sizeof *results, count, stdout);
}

// The parameters in a call.
#define X (number)x[i]
#define Y (number)y[i]
#define Z (number)z[i]
#define W (number)w[i]
#define N (int)n[i]
#define COLUMNS double *x, double *y, double *z, double *w, double *n

#define KERNEL(name, type, call)                                          \
    __global__ void kernel_##name(int count, COLUMNS, double *results)    \
    {                                                                     \
        typedef type number;                                              \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                    \
        if (i < count) results[i] = (double)call;                         \
    }

#define RUN(name, onHost, ...)                                                            \
    void run_##name(int count)                                                            \
    {                                                                                     \
        double *x = 0, *y = 0, *z = 0, *w = 0, *n = 0, *results = numbers(count);         \
        __VA_ARGS__;                                                                      \
        kernel_##name<<<(count + 255) / 256, 256>>>(count, x, y, z, w, n, results);       \
        write(results, count);                                                            \
        onHost;                                                                           \
        for (double *p : {x, y, z, w, n, results}) cudaFree(p);                           \
    }

// A function of host code and of kernels, and one of kernels alone. What follows the call reads the columns of the parameters.
#define BOTH(name, type, call, ...)                                                       \
    KERNEL(name, type, call)                                                              \
    void host_##name(int count, COLUMNS, double *results)                                 \
    {                                                                                     \
        typedef type number;                                                              \
        for (int i = 0; i < count; i++) results[i] = (double)call;                        \
        write(results, count);                                                            \
    }                                                                                     \
    RUN(name, host_##name(count, x, y, z, w, n, results), __VA_ARGS__)
#define DEVICE(name, type, call, ...)                                                     \
    KERNEL(name, type, call)                                                              \
    RUN(name, , __VA_ARGS__)


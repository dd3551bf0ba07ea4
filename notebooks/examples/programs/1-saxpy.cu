// The first program of most courses: y = a * x + y, with the check of each call that courses leave out.
//
//     warpbook run notebooks/examples/programs/1-saxpy.cu -- 100000
#include <cmath>
#include <cstdio>
#include <cstdlib>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10000;
    float *x = new float[n], *y = new float[n], *d_x, *d_y;
    for (int i = 0; i < n; i++) {
        x[i] = i;
        y[i] = 1;
    }
    CHECK(cudaMalloc(&d_x, n * sizeof(float)));
    CHECK(cudaMalloc(&d_y, n * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_y, y, n * sizeof(float), cudaMemcpyHostToDevice));
    saxpy<<<(n + 255) / 256, 256>>>(n, 2.0f, d_x, d_y);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(y, d_y, n * sizeof(float), cudaMemcpyDeviceToHost));
    float worst = 0;
    for (int i = 0; i < n; i++) worst = fmaxf(worst, fabsf(y[i] - (2.0f * i + 1)));
    printf("%d elements, largest error %g\n", n, worst);
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));
    delete[] x;
    delete[] y;
    return worst > 0;
}

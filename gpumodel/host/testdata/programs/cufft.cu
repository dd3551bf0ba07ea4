// cuFFT beside sums of the host.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cufft.h>

#define CHECK(call) do { int s = (call); if (s) printf("line %d: %d\n", __LINE__, s); } while (0)
const int MOST = 256;
double re[MOST], im[MOST], wre[MOST], wim[MOST];

// The transform of nx by ny numbers, by its definition.
void transform(int nx, int ny, int sign)
{
    for (int u = 0; u < nx; u++)
        for (int v = 0; v < ny; v++) {
            double x = 0, y = 0;
            for (int i = 0; i < nx; i++)
                for (int j = 0; j < ny; j++) {
                    double angle = sign * 2 * M_PI * ((double)(u * i % nx) / nx + (double)(v * j % ny) / ny), c = cos(angle), s = sin(angle);
                    x += re[i * ny + j] * c - im[i * ny + j] * s;
                    y += re[i * ny + j] * s + im[i * ny + j] * c;
                }
            wre[u * ny + v] = x;
            wim[u * ny + v] = y;
        }
}
void fill(int n, bool real) { for (int i = 0; i < n; i++) re[i] = rand() % 19 - 9, im[i] = real ? 0 : rand() % 19 - 9; }

void complex_to_complex(int nx, int ny, int sign)
{
    int n = nx * ny;
    cufftComplex h[MOST], *d;
    fill(n, false);
    transform(nx, ny, sign);
    for (int i = 0; i < n; i++) h[i].x = (float)re[i], h[i].y = (float)im[i];
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    cufftHandle plan;
    if (ny == 1) CHECK(cufftPlan1d(&plan, nx, CUFFT_C2C, 1));
    else CHECK(cufftPlan2d(&plan, nx, ny, CUFFT_C2C));
    CHECK(cufftExecC2C(plan, d, d, sign));
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fmax(fabs(h[i].x - wre[i]), fabs(h[i].y - wim[i])));
    printf("%d x %d, %d: %s\n", nx, ny, sign, most < 1e-3 ? "right" : "wrong");
    CHECK(cufftDestroy(plan));
    cudaFree(d);
}

void real_and_back(int nx, int ny, bool in_place)
{
    int half = ny / 2 + 1, row = in_place ? 2 * half : ny;
    double in[MOST], *d;
    cufftDoubleComplex out[MOST], *f;
    fill(nx * ny, true);
    transform(nx, ny, -1);
    cudaMalloc(&f, sizeof(out));
    d = (double *)f;
    if (!in_place) cudaMalloc(&d, sizeof(in));
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) in[i * row + j] = re[i * ny + j];
    cudaMemcpy(d, in, nx * row * sizeof(double), cudaMemcpyHostToDevice);
    cufftHandle there, back;
    CHECK(cufftPlan2d(&there, nx, ny, CUFFT_D2Z));
    CHECK(cufftPlan2d(&back, nx, ny, CUFFT_Z2D));
    CHECK(cufftExecD2Z(there, d, f));
    cudaMemcpy(out, f, nx * half * sizeof(cufftDoubleComplex), cudaMemcpyDeviceToHost);
    double most = 0;
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < half; j++) most = fmax(most, fmax(fabs(out[i * half + j].x - wre[i * ny + j]), fabs(out[i * half + j].y - wim[i * ny + j])));
    CHECK(cufftExecZ2D(back, f, d));
    cudaMemcpy(in, d, nx * row * sizeof(double), cudaMemcpyDeviceToHost);
    double other = 0;
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) other = fmax(other, fabs(in[i * row + j] / (nx * ny) - re[i * ny + j]));
    printf("real, %d x %d%s: %s %s\n", nx, ny, in_place ? ", in place" : "", most < 1e-9 ? "right" : "wrong", other < 1e-9 ? "right" : "wrong");
    CHECK(cufftDestroy(there));
    CHECK(cufftDestroy(back));
    if (!in_place) cudaFree(d);
    cudaFree(f);
}

int main()
{
    int sizes[] = {1, 2, 8, 15, 12, 49, 22, 128};
    for (int i = 0; i < 8; i++) complex_to_complex(sizes[i], 1, i % 2 ? CUFFT_INVERSE : CUFFT_FORWARD);
    complex_to_complex(6, 20, CUFFT_FORWARD);
    real_and_back(5, 12, false);
    real_and_back(4, 9, false);
    real_and_back(4, 9, true);
    real_and_back(3, 8, true);
    // Columns of a matrix of 10 rows and 4 columns: 4 transforms of 10 elements that are 4 apart.
    int n = 10;
    cufftComplex h[40], *d;
    for (int i = 0; i < 40; i++) h[i].x = (float)(i * i % 13), h[i].y = 0;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    for (int i = 0; i < n; i++) re[i] = h[4 * i + 2].x, im[i] = 0;
    transform(n, 1, -1);
    cufftHandle plan;
    CHECK(cufftPlanMany(&plan, 1, &n, &n, 4, 1, &n, 4, 1, CUFFT_C2C, 4));
    CHECK(cufftExecC2C(plan, d, d, CUFFT_FORWARD));
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fmax(fabs(h[4 * i + 2].x - wre[i]), fabs(h[4 * i + 2].y - wim[i])));
    printf("columns: %s\n", most < 1e-3 ? "right" : "wrong");
    printf("another type: %d\n", cufftExecR2C(plan, (float *)d, d) == CUFFT_INVALID_TYPE);
    CHECK(cufftDestroy(plan));
    cudaFree(d);
}

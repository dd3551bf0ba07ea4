// OpenMP: the threads of a region run in order. Kernels and functions of one name.

#include <cstdio>
#include <omp.h>
__global__ void k(int *p) { *p = 1; }
__global__ void k(float *p) { *p = 2.5f; }
void k(int n) { printf("host %d\n", n); }
int main() {
    int *a; float *b; cudaMallocManaged(&a, 4); cudaMallocManaged(&b, 4);
    k<<<1, 1>>>(a); k<<<1, 1>>>(b); cudaDeviceSynchronize(); printf("%d %g\n", *a, *b); k(5);
    int x = 7, y = 3;
    omp_set_num_threads(3);
#pragma omp parallel private(x) firstprivate(y)
    {
        y += omp_get_thread_num();
        printf("thread %d of %d: %d\n", omp_get_thread_num(), omp_get_num_threads(), y);
#pragma omp single
        printf("single\n");
#pragma omp for
        for (int i = 0; i < 2; i++) printf("i %d\n", i);
    }
    printf("%d %d %d\n", omp_get_thread_num(), omp_get_num_threads(), y);
#pragma omp parallel num_threads(2)
    printf("two %d\n", omp_get_thread_num());
}

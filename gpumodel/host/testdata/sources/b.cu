#include "common.h"
#ifdef N
#error leak
#endif
#define N 64
static void helper() { printf("helper b %d\n", ++counter); }
__constant__ float factor = 3;
namespace { struct Local { float y[2] = {1.5f, 2}; }; float f() { return 2.5f; } }
__device__ inline float worth(float x) { return 2 * x; }
__device__ inline double worth(double x) { return 2 * x; }
extern "C" const unsigned MOST = 1 << 20;
struct Pair { int a; };
__global__ void k(float *o, int n, float s) { int i = threadIdx.x; if (i < n) o[i] = i * worth(s) * factor; }
void run(const Params &p, float *out) {
    Local l;
    l.y[1] = f();
    float *d; CHECK(cudaMalloc(&d, p.n * sizeof(float)));
    k<<<1, N>>>(d, p.n, p.scale);
    CHECK(cudaMemcpy(out, d, p.n * sizeof(float), cudaMemcpyDeviceToHost));
    helper(); shared_total += p.n + (int)l.y[1];
    Local m;
    printf("%g %d\n", m.y[0], (int)sizeof(Pair));
    cudaFree(d);
    cudaFree(d);
    printf("%s:%d %d %d\n", __FILE__, __LINE__, twice(third(27)), fifth(100));
}

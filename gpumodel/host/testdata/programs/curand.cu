// cuRAND's interface for the host beside its interface for kernels: number n is that of subsequence n % 4096.
#include <stdio.h>
#include <math.h>
#include <curand.h>
#include <curand_kernel.h>

#define CHECK(call) do { int s = (call); if (s) printf("line %d: %d\n", __LINE__, s); } while (0)
const int COUNT = 6000;
float got[COUNT], want[COUNT];
unsigned bits[COUNT];

template <typename S> __global__ void one_by_one(float *to, unsigned long long seed, unsigned long long from)
{
    unsigned long long n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n >= COUNT) return;
    S state;
    curand_init(seed, (n + from) % 4096, (n + from) / 4096, &state);
    to[n] = curand_uniform(&state);
}
template <typename S> void compare(const char *what, curandRngType_t type)
{
    float *a, *b;
    cudaMalloc(&a, sizeof(got));
    cudaMalloc(&b, sizeof(want));
    curandGenerator_t g;
    CHECK(curandCreateGenerator(&g, type));
    CHECK(curandSetPseudoRandomGeneratorSeed(g, 42));
    CHECK(curandGenerateUniform(g, a, 1000));
    CHECK(curandGenerateUniform(g, a + 1000, COUNT - 1000));
    one_by_one<S><<<(COUNT + 127) / 128, 128>>>(b, 42, 0);
    cudaMemcpy(got, a, sizeof(got), cudaMemcpyDeviceToHost);
    cudaMemcpy(want, b, sizeof(want), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < COUNT; i++) wrong += got[i] != want[i];
    printf("%s: %d wrong", what, wrong);
    CHECK(curandSetGeneratorOffset(g, 100));
    CHECK(curandGenerateUniform(g, a, 5));
    cudaMemcpy(got, a, 5 * sizeof(float), cudaMemcpyDeviceToHost);
    wrong = 0;
    for (int i = 0; i < 5; i++) wrong += got[i] != want[100 + i];
    printf(", %d wrong from number 100 on\n", wrong);
    CHECK(curandDestroyGenerator(g));
    cudaFree(a);
    cudaFree(b);
}

int main()
{
    compare<curandStateXORWOW_t>("XORWOW", CURAND_RNG_PSEUDO_DEFAULT);
    curandGenerator_t g;
    CHECK(curandCreateGeneratorHost(&g, CURAND_RNG_PSEUDO_XORWOW));
    CHECK(curandSetPseudoRandomGeneratorSeed(g, 1234));
    CHECK(curandGenerateUniform(g, got, 10));
    for (int i = 0; i < 10; i++) printf("%1.4f ", got[i]); // as the example of cuRAND's guide prints them
    printf("\n");
    CHECK(curandGenerateNormal(g, got, COUNT, 5, 2));
    double sum = 0, squares = 0;
    for (int i = 0; i < COUNT; i++) sum += got[i], squares += (got[i] - 5) * (got[i] - 5);
    printf("normal: %d %d\n", fabs(sum / COUNT - 5) < 0.1, fabs(sqrt(squares / COUNT) - 2) < 0.1);
    printf("odd: %d\n", curandGenerateNormal(g, got, 3, 0, 1) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
    CHECK(curandGeneratePoisson(g, bits, COUNT, 50));
    sum = 0;
    for (int i = 0; i < COUNT; i++) sum += bits[i];
    printf("Poisson: %d\n", fabs(sum / COUNT - 50) < 0.5);
    CHECK(curandDestroyGenerator(g));
    printf("refused: %d\n", curandCreateGenerator(&g, CURAND_RNG_QUASI_SOBOL32) == CURAND_STATUS_TYPE_ERROR);
}

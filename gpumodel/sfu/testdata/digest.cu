// Prints what h100.txt holds: for each instruction and each sign and exponent a digest of the results for its 2^23 floats.
//     nvcc -O2 -arch=sm_90 -o digest digest.cu && ./digest >h100.txt
#include <cstdio>

#define INSTRUCTIONS(X) \
    X(rcp_f, "rcp.approx.ftz") X(rsqrt_f, "rsqrt.approx.ftz") X(sqrt_f, "sqrt.approx.ftz") X(ex2_f, "ex2.approx.ftz") \
    X(lg2_f, "lg2.approx.ftz") X(sin_f, "sin.approx.ftz") X(cos_f, "cos.approx.ftz") X(tanh_, "tanh.approx") X(rcp_, "rcp.approx") \
    X(rsqrt_, "rsqrt.approx") X(sqrt_, "sqrt.approx") X(ex2_, "ex2.approx") X(lg2_, "lg2.approx") X(sin_, "sin.approx") X(cos_, "cos.approx")

__device__ unsigned long long digests[512];

#define KERNEL(name, instruction) \
    __global__ void name() \
    { \
        unsigned long long sum = 0; \
        for (unsigned i = threadIdx.x; i < 1u << 23; i += blockDim.x) { \
            float x = __uint_as_float(blockIdx.x << 23 | i), y; \
            asm(instruction ".f32 %0, %1;" : "=f"(y) : "f"(x)); \
            unsigned long long h = ((unsigned long long)__float_as_uint(y) << 23 | i) * 0x9e3779b97f4a7c15ull; \
            sum += (h ^ h >> 29) * 0xbf58476d1ce4e5b9ull; \
        } \
        atomicAdd(&digests[blockIdx.x], sum); \
    }
INSTRUCTIONS(KERNEL)

#define RUN(name, instruction) \
    cudaMemcpyToSymbol(digests, none, sizeof none); \
    name<<<512, 256>>>(); \
    cudaMemcpyFromSymbol(sums, digests, sizeof sums); \
    printf("%s\n", instruction); \
    for (int i = 0; i < 512; i++) printf("%016llx%c", sums[i], i % 8 == 7 ? '\n' : ' ');

int main()
{
    static unsigned long long none[512], sums[512];
    INSTRUCTIONS(RUN)
    return cudaDeviceSynchronize();
}

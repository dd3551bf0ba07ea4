// Half precision: a type of 16 bits that is stored, copied and converted.
#include <cuda_fp16.h>

struct Sample {
    half value;
    half2 pair;
};

__constant__ __half weights[2];

__device__ half twice(half x) { return __float2half(2.0f * __half2float(x)); }

template <typename T> __device__ T zero() { return T(0); }

__global__ void halves(half *out, const half *__restrict__ in, half2 *pairs, int n, float *f)
{
    extern __shared__ half s[];
    int i = threadIdx.x;
    const half three = 3.0f;
    half h = (half)f[i], g = static_cast<half>(1), local[4];
    for (int j = 0; j < 4; j++)
        local[j] = in[i + j];
    s[i] = i > 3 ? g : zero<half>();
    __syncthreads();
    out[i] = twice(local[n & 3]);
    out[i + 1] = weights[i & 1];
    out[i + 2] = in[i];
    f[i] = in[i];
    f[i + 1] = sqrtf(s[i ^ 1]) + (int)h;
    half2 u = pairs[i];
    u.x = u.y;
    pairs[i] = u;
    pairs[i].y = three;
    Sample sample;
    sample.value = half(f[i]);
    sample.pair = __floats2half2_rn(f[i], 1.0f);
    pairs[i + 1] = sample.pair;
    auto *q = out + 3;
    *q = sample.value;
    q[1] = *q;
}

// Lanes of a warp that store to one place: whose value stays. On a card (H200, CUDA 13.0) the lines are the same.
#include <cstdio>

template <class T> __device__ T value(int lane) { return (T)lane; }
template <> __device__ float4 value<float4>(int lane) { return make_float4(lane, 1, 2, 3); }
template <> __device__ float2 value<float2>(int lane) { return make_float2(lane, 1); }

template <class T> __global__ void meet(T *out, unsigned lanes, int places)
{
    __shared__ T s[8];
    int lane = threadIdx.x;
    if (lane < 8)
        s[lane] = out[lane];
    __syncthreads();
    if (lanes >> lane & 1) {
        out[lane % places] = value<T>(lane);
        s[lane % places] = value<T>(lane);
    }
    __syncthreads();
    if (lane < places)
        out[8 + lane] = s[lane];
}

__device__ int number(float2 v) { return v.x; }
__device__ int number(float4 v) { return v.x; }
template <class T> __device__ int number(T v) { return (int)v; }

template <class T> __global__ void show(const T *out, int *numbers)
{
    numbers[threadIdx.x] = number(out[threadIdx.x]);
}

template <class T> void run(const char *name)
{
    T *out;
    int *numbers, got[16];
    cudaMalloc(&out, 16 * sizeof(T));
    cudaMalloc(&numbers, sizeof got);
    for (unsigned lanes : {~0u, 0xff00ff00u, 0x00f0f00fu, 0x12345678u})
        for (int places : {1, 3, 8}) {
            cudaMemset(out, 0, 16 * sizeof(T));
            meet<<<1, 32>>>(out, lanes, places);
            show<<<1, 16>>>(out, numbers);
            cudaMemcpy(got, numbers, sizeof got, cudaMemcpyDeviceToHost);
            printf("%s, lanes %08x:", name, lanes);
            for (int i = 0; i < places; i++)
                printf(" %d,%d", got[i], got[8 + i]);
            printf("\n");
        }
    cudaFree(out);
    cudaFree(numbers);
}

int main()
{
    run<unsigned char>("char");
    run<short>("short");
    run<float>("float");
    run<double>("double");
    run<float2>("float2");
    run<float4>("float4");
    return 0;
}

// Bfloat16.

#include <cuda_fp16.h>
#include <cuda_bf16.h>

#ifdef HOST
__nv_bfloat16 __float2bfloat16(float x) { return x; }
float __bfloat162float(__nv_bfloat16 x) { return x; }
unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return x.bits; }
bool __hisnan(__nv_bfloat16 x) { return isnan((float)x); }
__nv_bfloat16 __hmul(__nv_bfloat16 x, __nv_bfloat16 y) { return x * y; }
// The exact sum has 53 bits or fewer; a double tells how it rounds, unless it lies at half of a step.
__nv_bfloat16 __hfma(__nv_bfloat16 x, __nv_bfloat16 y, __nv_bfloat16 z) { return (float)((double)x * y + z); }
__nv_bfloat162 __floats2bfloat162_rn(float x, float y) { return {x, y}; }
__nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }
float __low2float(__nv_bfloat162 v) { return v.x; }
__half __hadd(__half x, __half y) { return (float)x + (float)y; }
#endif

template <typename T> __device__ T axpy(T a, T x, T y) { return a * x + y; }
__global__ void k(int *out, const int *in, int n) {
	__shared__ __nv_bfloat16 s[128];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	s[threadIdx.x] = __float2bfloat16(i < n ? in[i] * 1.01f : 0);
	__syncthreads();
	if (i >= n) return;
	__nv_bfloat16 a = s[threadIdx.x], b = 3.14159f, c = __hfma(a, b, __float2bfloat16(0.001f));
	__nv_bfloat162 pair = __floats2bfloat162_rn(1.5f, 2.0f) * __halves2bfloat162(a, b);
	a += b;
	float r = __bfloat162float(__hmul(a, b)) + (float)axpy(a, b, c) + __low2float(pair) + __half2float(__hadd(__float2half(1.5f), __float2half(2.0f)));
	out[i] = __float_as_int(r) + __bfloat16_as_ushort(-c) + (a < b) + (int)sizeof(pair) + __hisnan(a);
}

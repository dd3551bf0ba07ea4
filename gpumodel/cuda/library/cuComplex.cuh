// Complex numbers, after cuComplex.h: a pair of real and imaginary part.
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef float2 cuComplex;
#define CU_COMPLEX(C, R, V, s, sq, f) \
	__device__ R cuCreal##s(C a) { return a.x; } \
	__device__ R cuCimag##s(C a) { return a.y; } \
	__device__ C make_##V(R x, R y) { C a; a.x = x; a.y = y; return a; } \
	__device__ C cuConj##s(C a) { return make_##V(a.x, -a.y); } \
	__device__ C cuCadd##s(C a, C b) { return make_##V(a.x + b.x, a.y + b.y); } \
	__device__ C cuCsub##s(C a, C b) { return make_##V(a.x - b.x, a.y - b.y); } \
	__device__ C cuCmul##s(C a, C b) { return make_##V(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); } \
	__device__ C cuCdiv##s(C a, C b) { \
		R by = 1 / (f(b.x) + f(b.y)), x = a.x * by, y = a.y * by, u = b.x * by, v = b.y * by; \
		by = 1 / (u * u + v * v); \
		return make_##V((x * u + y * v) * by, (y * u - x * v) * by); \
	} \
	__device__ C cuCfma##s(C a, C b, C c) { return make_##V(-(a.y * b.y) + (a.x * b.x + c.x), a.x * b.y + (a.y * b.x + c.y)); } \
	__device__ R cuCabs##s(C a) { \
		R x = f(a.x), y = f(a.y), v = x > y ? x : y, w = x > y ? y : x, t = w / v; \
		return v == 0 ? v + w : v * sq(1 + t * t); \
	}
CU_COMPLEX(cuFloatComplex, float, cuFloatComplex, f, sqrtf, fabsf)
CU_COMPLEX(cuDoubleComplex, double, cuDoubleComplex, , sqrt, fabs)
__device__ cuComplex make_cuComplex(float x, float y) { return make_cuFloatComplex(x, y); }
__device__ cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return make_cuDoubleComplex(a.x, a.y); }
__device__ cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) { return make_cuFloatComplex((float)a.x, (float)a.y); }
#undef CU_COMPLEX

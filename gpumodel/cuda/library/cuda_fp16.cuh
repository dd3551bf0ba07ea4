// Arithmetic of halves, after the CUDA Math API (section "Half Precision Intrinsics"). Sums,
// products and quotients of halves are exact enough in float that rounding twice rounds once;
// a fused multiply-add needs double, which keeps the product and all of the sum that counts.

// A conversion that does not go to the nearest half: that one, or its neighbour.
__device__ __half __half_beside(__half h, bool larger) { return __ushort_as_half(__half_as_ushort(h) + (larger ? 1 : -1)); }
__device__ __half __float2half_rz(float x) { __half h = __float2half_rn(x); return fabsf(__half2float(h)) > fabsf(x) ? __half_beside(h, false) : h; }
__device__ __half __float2half_ru(float x) { __half h = __float2half_rn(x); return __half2float(h) < x ? __half_beside(h, x > 0) : h; }
__device__ __half __float2half_rd(float x) { __half h = __float2half_rn(x); return __half2float(h) > x ? __half_beside(h, x < 0) : h; }
__device__ __half __hadd(__half a, __half b) { return __float2half(__half2float(a) + __half2float(b)); }
__device__ __half __hsub(__half a, __half b) { return __float2half(__half2float(a) - __half2float(b)); }
__device__ __half __hmul(__half a, __half b) { return __float2half(__half2float(a) * __half2float(b)); }
__device__ __half __hdiv(__half a, __half b) { return __float2half(__half2float(a) / __half2float(b)); }
__device__ __half __hadd_rn(__half a, __half b) { return __hadd(a, b); }
__device__ __half __hsub_rn(__half a, __half b) { return __hsub(a, b); }
__device__ __half __hmul_rn(__half a, __half b) { return __hmul(a, b); }
__device__ __half __hadd_sat(__half a, __half b) { return __float2half(__saturatef(__half2float(a) + __half2float(b))); }
__device__ __half __hsub_sat(__half a, __half b) { return __float2half(__saturatef(__half2float(a) - __half2float(b))); }
__device__ __half __hmul_sat(__half a, __half b) { return __float2half(__saturatef(__half2float(a) * __half2float(b))); }

// A float that rounds to the half that the sum rounds to: cut off, and odd where that loses something.
__device__ float __half_sum(__half a, __half b, __half c) {
	double sum = (double)__half2float(a) * (double)__half2float(b) + (double)__half2float(c);
	float f = (float)sum;
	unsigned bits = __float_as_uint(f);
	if ((double)f == sum || f != f || (bits & 0x7fffffffu) == 0x7f800000u) return f;
	if (fabs((double)f) > fabs(sum)) bits--;
	return __uint_as_float(bits | 1);
}
__device__ __half __hfma(__half a, __half b, __half c) { return __float2half(__half_sum(a, b, c)); }
__device__ __half __hfma_sat(__half a, __half b, __half c) { return __float2half(__saturatef(__half_sum(a, b, c))); }
__device__ __half __hneg(__half a) { return __ushort_as_half(__half_as_ushort(a) ^ 0x8000); }
__device__ __half __habs(__half a) { return __ushort_as_half(__half_as_ushort(a) & 0x7fff); }
__device__ __half __hmin(__half a, __half b) { return __float2half(fminf(__half2float(a), __half2float(b))); }
__device__ __half __hmax(__half a, __half b) { return __float2half(fmaxf(__half2float(a), __half2float(b))); }
__device__ bool __hisnan(__half a) { return (__half_as_ushort(a) & 0x7fff) > 0x7c00; }
__device__ int __hisinf(__half a) { return (__half_as_ushort(a) & 0x7fff) != 0x7c00 ? 0 : __half_as_ushort(a) >> 15 ? -1 : 1; }

#define HALF_COMPARES(name, op) \
	__device__ bool __h##name(__half a, __half b) { return __half2float(a) op __half2float(b); } \
	__device__ bool operator op(__half a, __half b) { return __half2float(a) op __half2float(b); } \
	__device__ __half2 __h##name##2(__half2 a, __half2 b) { return __floats2half2_rn(__h##name(a.x, b.x), __h##name(a.y, b.y)); } \
	__device__ bool __hb##name##2(__half2 a, __half2 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); } \
	__device__ bool operator op(__half2 a, __half2 b) { return __hb##name##2(a, b); }
HALF_COMPARES(eq, ==) HALF_COMPARES(ne, !=) HALF_COMPARES(lt, <) HALF_COMPARES(le, <=) HALF_COMPARES(gt, >) HALF_COMPARES(ge, >=)
#define HALF_UNORDERED(name, op) \
	__device__ bool __h##name##u(__half a, __half b) { return !(__half2float(a) op __half2float(b)); }
HALF_UNORDERED(eq, !=) HALF_UNORDERED(lt, >=) HALF_UNORDERED(le, >) HALF_UNORDERED(gt, <=) HALF_UNORDERED(ge, <)

#define HALF_PAIRS(name) \
	__device__ __half2 name##2(__half2 a, __half2 b) { return __halves2half2(name(a.x, b.x), name(a.y, b.y)); }
HALF_PAIRS(__hadd) HALF_PAIRS(__hsub) HALF_PAIRS(__hmul) HALF_PAIRS(__hmin) HALF_PAIRS(__hmax)
__device__ __half2 __h2div(__half2 a, __half2 b) { return __halves2half2(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }
__device__ __half2 __hadd2_sat(__half2 a, __half2 b) { return __halves2half2(__hadd_sat(a.x, b.x), __hadd_sat(a.y, b.y)); }
__device__ __half2 __hsub2_sat(__half2 a, __half2 b) { return __halves2half2(__hsub_sat(a.x, b.x), __hsub_sat(a.y, b.y)); }
__device__ __half2 __hmul2_sat(__half2 a, __half2 b) { return __halves2half2(__hmul_sat(a.x, b.x), __hmul_sat(a.y, b.y)); }
__device__ __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return __halves2half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
__device__ __half2 __hfma2_sat(__half2 a, __half2 b, __half2 c) { return __halves2half2(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)); }
__device__ __half2 __hneg2(__half2 a) { return __halves2half2(__hneg(a.x), __hneg(a.y)); }
__device__ __half2 __habs2(__half2 a) { return __halves2half2(__habs(a.x), __habs(a.y)); }

#define HALF_OPERATORS(op, f, g) \
	__device__ __half operator op(__half a, __half b) { return f(a, b); } \
	__device__ __half2 operator op(__half2 a, __half2 b) { return g(a, b); } \
	__device__ __half &operator op##=(__half &a, __half b) { a = f(a, b); return a; } \
	__device__ __half2 &operator op##=(__half2 &a, __half2 b) { a = g(a, b); return a; }
HALF_OPERATORS(+, __hadd, __hadd2) HALF_OPERATORS(-, __hsub, __hsub2) HALF_OPERATORS(*, __hmul, __hmul2) HALF_OPERATORS(/, __hdiv, __h2div)
__device__ __half operator+(__half a) { return a; }
__device__ __half operator-(__half a) { return __hneg(a); }
__device__ __half2 operator+(__half2 a) { return a; }
__device__ __half2 operator-(__half2 a) { return __hneg2(a); }
__device__ __half &operator++(__half &a) { a = __hadd(a, __float2half(1)); return a; }
__device__ __half &operator--(__half &a) { a = __hsub(a, __float2half(1)); return a; }
__device__ __half operator++(__half &a, int) { __half old = a; a = __hadd(a, __float2half(1)); return old; }
__device__ __half operator--(__half &a, int) { __half old = a; a = __hsub(a, __float2half(1)); return old; }

#define HALF_FUNCTIONS(name, f) \
	__device__ __half h##name(__half a) { return __float2half(f(__half2float(a))); } \
	__device__ __half2 h2##name(__half2 a) { return __halves2half2(h##name(a.x), h##name(a.y)); }
HALF_FUNCTIONS(exp, expf) HALF_FUNCTIONS(exp2, exp2f) HALF_FUNCTIONS(exp10, exp10f) HALF_FUNCTIONS(log, logf) HALF_FUNCTIONS(log2, log2f)
HALF_FUNCTIONS(log10, log10f) HALF_FUNCTIONS(sqrt, sqrtf) HALF_FUNCTIONS(rsqrt, rsqrtf) HALF_FUNCTIONS(sin, sinf) HALF_FUNCTIONS(cos, cosf)
HALF_FUNCTIONS(tanh, tanhf) HALF_FUNCTIONS(ceil, ceilf) HALF_FUNCTIONS(floor, floorf) HALF_FUNCTIONS(trunc, truncf) HALF_FUNCTIONS(rint, rintf)
HALF_FUNCTIONS(rcp, 1.0f /)

__device__ __half2 __half2half2(__half a) { return __halves2half2(a, a); }
__device__ __half2 __float2half2_rn(float a) { return __floats2half2_rn(a, a); }
__device__ __half __low2half(__half2 a) { return a.x; }
__device__ __half __high2half(__half2 a) { return a.y; }
__device__ float __low2float(__half2 a) { return __half2float(a.x); }
__device__ float __high2float(__half2 a) { return __half2float(a.y); }
__device__ __half2 __low2half2(__half2 a) { return __halves2half2(a.x, a.x); }
__device__ __half2 __high2half2(__half2 a) { return __halves2half2(a.y, a.y); }
__device__ __half2 __lowhigh2highlow(__half2 a) { return __halves2half2(a.y, a.x); }
__device__ __half2 __lows2half2(__half2 a, __half2 b) { return __halves2half2(a.x, b.x); }
__device__ __half2 __highs2half2(__half2 a, __half2 b) { return __halves2half2(a.y, b.y); }
__device__ short __half_as_short(__half a) { return (short)__half_as_ushort(a); }
__device__ __half __short_as_half(short a) { return __ushort_as_half((unsigned short)a); }

#define HALF_INTEGERS(name, T) \
	__device__ T __half2##name##_rz(__half a) { return (T)truncf(__half2float(a)); } \
	__device__ T __half2##name##_rn(__half a) { return (T)rintf(__half2float(a)); } \
	__device__ T __half2##name##_rd(__half a) { return (T)floorf(__half2float(a)); } \
	__device__ T __half2##name##_ru(__half a) { return (T)ceilf(__half2float(a)); }
HALF_INTEGERS(int, int) HALF_INTEGERS(uint, unsigned) HALF_INTEGERS(short, short) HALF_INTEGERS(ushort, unsigned short)
HALF_INTEGERS(ll, long long) HALF_INTEGERS(ull, unsigned long long)
__device__ __half __int2half_rn(int a) { return __float2half((float)a); }
__device__ __half __uint2half_rn(unsigned a) { return __float2half((float)a); }
__device__ __half __short2half_rn(short a) { return __float2half((float)a); }
__device__ __half __ushort2half_rn(unsigned short a) { return __float2half((float)a); }
__device__ __half __ll2half_rn(long long a) { return __float2half((float)a); }
__device__ __half __ull2half_rn(unsigned long long a) { return __float2half((float)a); }
// What the double has beyond a float is a last bit that is odd, so that it is rounded once.
__device__ __half __double2half(double a)
{
    float cut = __double2float_rz(a);
    return __float2half((double)cut == a || isnan(a) ? cut : __int_as_float(__float_as_int(cut) | 1));
}

__device__ unsigned __half2_bits(__half2 a) { return __half_as_ushort(a.x) | (unsigned)__half_as_ushort(a.y) << 16; }
__device__ __half2 __half2_of(unsigned a) { return __halves2half2(__ushort_as_half((unsigned short)a), __ushort_as_half((unsigned short)(a >> 16))); }
__device__ __half2 atomicAdd(__half2 *p, __half2 a) {
	unsigned *word = (unsigned *)p, old = *word, seen;
	do {
		seen = old;
		old = atomicCAS(word, seen, __half2_bits(__hadd2(__half2_of(seen), a)));
	} while (old != seen);
	return __half2_of(old);
}
__device__ __half atomicAdd(__half *p, __half a) {
	unsigned *word = (unsigned *)((size_t)p & ~(size_t)3), shift = (unsigned)((size_t)p & 2) * 8, old = *word, seen;
	do {
		seen = old;
		unsigned sum = __half_as_ushort(__hadd(__ushort_as_half((unsigned short)(seen >> shift)), a));
		old = atomicCAS(word, seen, seen & ~(0xffffu << shift) | sum << shift);
	} while (old != seen);
	return __ushort_as_half((unsigned short)(old >> shift));
}
#define HALF_SHUFFLES(name, T) \
	__device__ __half2 name(unsigned mask, __half2 a, T b) { return __half2_of(name(mask, __half2_bits(a), b)); } \
	__device__ __half2 name(unsigned mask, __half2 a, T b, int width) { return __half2_of(name(mask, __half2_bits(a), b, width)); }
HALF_SHUFFLES(__shfl_sync, int) HALF_SHUFFLES(__shfl_up_sync, unsigned) HALF_SHUFFLES(__shfl_down_sync, unsigned) HALF_SHUFFLES(__shfl_xor_sync, int)
#undef HALF_COMPARES
#undef HALF_UNORDERED
#undef HALF_PAIRS
#undef HALF_OPERATORS
#undef HALF_FUNCTIONS
#undef HALF_INTEGERS
#undef HALF_SHUFFLES

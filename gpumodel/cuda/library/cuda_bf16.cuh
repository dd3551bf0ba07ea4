// Arithmetic of bfloat16, after the CUDA Math API (section "Bfloat16 Precision Intrinsics"): the upper half
// of a float. Sums, products and quotients are exact enough in float that rounding twice rounds once; a fused
// multiply-add keeps in double what the sum loses as an odd last bit.

__device__ unsigned short __bf16_bits(float f) {
	unsigned u = __float_as_uint(f);
	if (f != f) return 0x7fff;
	return (unsigned short)((u + 0x7fffu + (u >> 16 & 1u)) >> 16);
}
// A float that rounds to the bfloat16 that x rounds to: cut off, and odd where that loses something.
__device__ float __bf16_odd(double x) {
	float f = (float)x;
	unsigned bits = __float_as_uint(f);
	if ((double)f == x || f != f || (bits & 0x7fffffffu) == 0x7f800000u) return f;
	if (fabs((double)f) > fabs(x)) bits--;
	return __uint_as_float(bits | 1);
}
struct __align__(2) __nv_bfloat16 {
	unsigned short bits;
	__device__ __nv_bfloat16() {}
	__device__ __nv_bfloat16(float f) : bits(__bf16_bits(f)) {}
	__device__ operator float() const { return __uint_as_float((unsigned)bits << 16); }
};
struct __align__(4) __nv_bfloat162 {
	__nv_bfloat16 x, y;
	__device__ __nv_bfloat162() {}
	__device__ __nv_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) : x(a), y(b) {}
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

__device__ __nv_bfloat16 __float2bfloat16(float f) { return __nv_bfloat16(f); }
__device__ __nv_bfloat16 __float2bfloat16_rn(float f) { return __nv_bfloat16(f); }
__device__ __nv_bfloat16 __double2bfloat16(double d) { return __nv_bfloat16(__bf16_odd(d)); }
__device__ float __bfloat162float(__nv_bfloat16 a) { return __uint_as_float((unsigned)a.bits << 16); }
__device__ unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return a.bits; }
__device__ __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) { __nv_bfloat16 a; a.bits = bits; return a; }
__device__ short __bfloat16_as_short(__nv_bfloat16 a) { return (short)a.bits; }
__device__ __nv_bfloat16 __short_as_bfloat16(short bits) { return __ushort_as_bfloat16((unsigned short)bits); }
__device__ __nv_bfloat16 __int2bfloat16_rn(int i) { return __double2bfloat16((double)i); }
__device__ __nv_bfloat16 __uint2bfloat16_rn(unsigned i) { return __double2bfloat16((double)i); }
__device__ int __bfloat162int_rz(__nv_bfloat16 a) { return (int)__bfloat162float(a); }
__device__ int __bfloat162int_rn(__nv_bfloat16 a) { return __float2int_rn(__bfloat162float(a)); }

#define BF16_OPERATION(name, op) \
	__device__ __nv_bfloat16 name(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(__bfloat162float(a) op __bfloat162float(b)); } \
	__device__ __nv_bfloat162 name##2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(name(a.x, b.x), name(a.y, b.y)); } \
	__device__ __nv_bfloat16 operator op(__nv_bfloat16 a, __nv_bfloat16 b) { return name(a, b); } \
	__device__ __nv_bfloat162 operator op(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(name(a.x, b.x), name(a.y, b.y)); } \
	__device__ __nv_bfloat16 &operator op##=(__nv_bfloat16 &a, __nv_bfloat16 b) { a = name(a, b); return a; }
BF16_OPERATION(__hadd, +) BF16_OPERATION(__hsub, -) BF16_OPERATION(__hmul, *) BF16_OPERATION(__hdiv, /)

__device__ __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
	double p = (double)__bfloat162float(a) * (double)__bfloat162float(b), q = (double)__bfloat162float(c);
	double sum = p + q, part = sum - p, lost = (p - (sum - part)) + (q - part);
	if (lost != 0 && lost == lost) {
		long long bits = __double_as_longlong(sum);
		if ((lost > 0) != (sum > 0)) bits--;
		sum = __longlong_as_double(bits | 1);
	}
	return __nv_bfloat16(__bf16_odd(sum));
}
__device__ __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
__device__ __nv_bfloat16 __hneg(__nv_bfloat16 a) { return __ushort_as_bfloat16(a.bits ^ 0x8000); }
__device__ __nv_bfloat16 __habs(__nv_bfloat16 a) { return __ushort_as_bfloat16(a.bits & 0x7fff); }
__device__ __nv_bfloat16 operator-(__nv_bfloat16 a) { return __hneg(a); }
__device__ __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(fminf(__bfloat162float(a), __bfloat162float(b))); }
__device__ __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(fmaxf(__bfloat162float(a), __bfloat162float(b))); }
__device__ bool __hisnan(__nv_bfloat16 a) { return (a.bits & 0x7fff) > 0x7f80; }

#define BF16_COMPARES(name, op) \
	__device__ bool __h##name(__nv_bfloat16 a, __nv_bfloat16 b) { return __bfloat162float(a) op __bfloat162float(b); } \
	__device__ bool operator op(__nv_bfloat16 a, __nv_bfloat16 b) { return __bfloat162float(a) op __bfloat162float(b); }
BF16_COMPARES(eq, ==) BF16_COMPARES(ne, !=) BF16_COMPARES(lt, <) BF16_COMPARES(le, <=) BF16_COMPARES(gt, >) BF16_COMPARES(ge, >=)

#define BF16_FUNCTION(name, f) \
	__device__ __nv_bfloat16 h##name(__nv_bfloat16 a) { return __nv_bfloat16(f(__bfloat162float(a))); }
BF16_FUNCTION(exp, expf) BF16_FUNCTION(exp2, exp2f) BF16_FUNCTION(log, logf) BF16_FUNCTION(log2, log2f) BF16_FUNCTION(sqrt, sqrtf)
BF16_FUNCTION(rsqrt, rsqrtf) BF16_FUNCTION(sin, sinf) BF16_FUNCTION(cos, cosf) BF16_FUNCTION(floor, floorf) BF16_FUNCTION(ceil, ceilf)

__device__ __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
__device__ __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(b)); }
__device__ __nv_bfloat162 __float22bfloat162_rn(float2 f) { return __floats2bfloat162_rn(f.x, f.y); }
__device__ __nv_bfloat162 __float2bfloat162_rn(float f) { return __floats2bfloat162_rn(f, f); }
__device__ __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
__device__ float2 __bfloat1622float2(__nv_bfloat162 a) { return make_float2(__bfloat162float(a.x), __bfloat162float(a.y)); }
__device__ __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
__device__ __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
__device__ float __low2float(__nv_bfloat162 a) { return __bfloat162float(a.x); }
__device__ float __high2float(__nv_bfloat162 a) { return __bfloat162float(a.y); }

__device__ unsigned __bfloat162_bits(__nv_bfloat162 a) { return __bfloat16_as_ushort(a.x) | (unsigned)__bfloat16_as_ushort(a.y) << 16; }
__device__ __nv_bfloat162 __bfloat162_of(unsigned a) { return __nv_bfloat162(__ushort_as_bfloat16((unsigned short)a), __ushort_as_bfloat16((unsigned short)(a >> 16))); }
__device__ __nv_bfloat162 atomicAdd(__nv_bfloat162 *p, __nv_bfloat162 a) {
	unsigned *word = (unsigned *)p, old = *word, seen;
	do {
		seen = old;
		old = atomicCAS(word, seen, __bfloat162_bits(__hadd2(__bfloat162_of(seen), a)));
	} while (old != seen);
	return __bfloat162_of(old);
}
__device__ __nv_bfloat16 atomicAdd(__nv_bfloat16 *p, __nv_bfloat16 a) {
	unsigned *word = (unsigned *)((size_t)p & ~(size_t)3), shift = (unsigned)((size_t)p & 2) * 8, old = *word, seen;
	do {
		seen = old;
		unsigned sum = __bfloat16_as_ushort(__hadd(__ushort_as_bfloat16((unsigned short)(seen >> shift)), a));
		old = atomicCAS(word, seen, seen & ~(0xffffu << shift) | sum << shift);
	} while (old != seen);
	return __ushort_as_bfloat16((unsigned short)(old >> shift));
}

// Functions of device code that are not built in one by one, after the CUDA C++ Programming Guide ("Load Functions
// Using Cache Hints", "Store Functions Using Cache Hints") and the CUDA Math API ("SIMD Intrinsics", "DPX",
// "Type Casting Intrinsics"). A source that calls one of them is read with these lines before it.

// __ldcg is built in. Other hints for caches say nothing to the model, but that __ldcv looks again each time.
template <typename T> __device__ T __ldca(const T *p) { return *p; }
template <typename T> __device__ T __ldcs(const T *p) { return *p; }
template <typename T> __device__ T __ldlu(const T *p) { return *p; }
template <typename T> __device__ T __ldcv(const T *p) { return *(const volatile T *)p; }
template <typename T> __device__ void __stwb(T *p, T v) { *p = v; }
template <typename T> __device__ void __stcg(T *p, T v) { *p = v; }
template <typename T> __device__ void __stcs(T *p, T v) { *p = v; }
template <typename T> __device__ void __stwt(T *p, T v) { *(volatile T *)p = v; }

__device__ inline void __prof_trigger(int) {}
__device__ inline void __builtin_assume(bool) {}
__device__ inline long __builtin_expect(long x, long) { return x; }
template <typename T> __device__ T *__builtin_assume_aligned(T *p, size_t) { return p; }

// 1/sqrt(x), rounded: what the special function unit has of x between 1/2 and 2, and then two terms of what it is wrong by.
__device__ inline float __frsqrt_rn(float x)
{
    bool subnormal = !(fabsf(x) >= 1.17549435e-38f);
    if (subnormal) x *= 16777216.0f;
    int bits = __float_as_int(x);
    if ((unsigned)(bits - 0x800000) >= 0x7f000000u) return __rsqrt_ftz(x);
    int near_one = bits & 0xffffff | 0x3f000000, exponents = near_one - bits + (subnormal ? 0xc000000 : 0);
    float m = __int_as_float(near_one), r = __rsqrt_ftz(m);
    float square = __fmul_rn(r, r), rest = fmaf(r, r, -square);
    float error = fmaf(-m, rest, fmaf(-m, square, 1.0f));
    float y = fmaf(fmaf(error, 0.375f, 0.5f), __fmul_rn(r, error), r);
    return __int_as_float((exponents >> 1) + __float_as_int(y));
}

// The sum of c and of the products of two halves of a word and two bytes of another one.
__device__ inline int __dp2a_lo(int a, int b, int c) { return c + (short)a * (signed char)b + (a >> 16) * (signed char)(b >> 8); }
__device__ inline int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }
__device__ inline unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) { return c + (a & 0xffff) * (b & 0xff) + (a >> 16) * (b >> 8 & 0xff); }
__device__ inline unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) { return __dp2a_lo(a, b >> 16, c); }

__device__ inline long long __float2ll_rn(float x) { return llrintf(x); }
__device__ inline long long __float2ll_rz(float x) { return (long long)x; }
__device__ inline long long __float2ll_rd(float x) { return (long long)floorf(x); }
__device__ inline long long __float2ll_ru(float x) { return (long long)ceilf(x); }
__device__ inline unsigned long long __float2ull_rn(float x) { return (unsigned long long)rintf(x); }
__device__ inline unsigned long long __float2ull_rz(float x) { return (unsigned long long)x; }
__device__ inline unsigned long long __float2ull_rd(float x) { return (unsigned long long)floorf(x); }
__device__ inline unsigned long long __float2ull_ru(float x) { return (unsigned long long)ceilf(x); }
__device__ inline long long __double2ll_rn(double x) { return llrint(x); }
__device__ inline long long __double2ll_rz(double x) { return (long long)x; }
__device__ inline long long __double2ll_rd(double x) { return (long long)floor(x); }
__device__ inline long long __double2ll_ru(double x) { return (long long)ceil(x); }
__device__ inline unsigned long long __double2ull_rn(double x) { return (unsigned long long)rint(x); }
__device__ inline unsigned long long __double2ull_rz(double x) { return (unsigned long long)x; }
__device__ inline unsigned long long __double2ull_rd(double x) { return (unsigned long long)floor(x); }
__device__ inline unsigned long long __double2ull_ru(double x) { return (unsigned long long)ceil(x); }
__device__ inline int __double2int_rd(double x) { return (int)floor(x); }
__device__ inline int __double2int_ru(double x) { return (int)ceil(x); }
__device__ inline unsigned __double2uint_rn(double x) { return (unsigned)rint(x); }
__device__ inline unsigned __double2uint_rz(double x) { return (unsigned)x; }
__device__ inline unsigned __double2uint_rd(double x) { return (unsigned)floor(x); }
__device__ inline unsigned __double2uint_ru(double x) { return (unsigned)ceil(x); }
__device__ inline float __ll2float_rn(long long x) { return (float)x; }
__device__ inline float __ull2float_rn(unsigned long long x) { return (float)x; }
__device__ inline double __ll2double_rn(long long x) { return (double)x; }
__device__ inline double __ull2double_rn(unsigned long long x) { return (double)x; }
__device__ inline double __hiloint2double(int hi, int lo) { return __longlong_as_double((long long)hi << 32 | (unsigned)lo); }
__device__ inline int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
__device__ inline int __double2loint(double x) { return (int)__double_as_longlong(x); }
__device__ inline float fdividef(float x, float y) { return x / y; }
__device__ inline long long llmin(long long a, long long b) { return a < b ? a : b; }
__device__ inline long long llmax(long long a, long long b) { return a < b ? b : a; }
__device__ inline unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
__device__ inline unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a < b ? b : a; }
__device__ inline unsigned __urhadd(unsigned a, unsigned b) { return (a | b) - ((a ^ b) >> 1); }

// DPX, as the cards before 9.0 compute it.
#define DPX(T, S) \
	__device__ inline T __vimax3_##S(T a, T b, T c) { return max(max(a, b), c); } \
	__device__ inline T __vimin3_##S(T a, T b, T c) { return min(min(a, b), c); } \
	__device__ inline T __viaddmax_##S(T a, T b, T c) { return max(a + b, c); } \
	__device__ inline T __viaddmin_##S(T a, T b, T c) { return min(a + b, c); } \
	__device__ inline T __vibmax_##S(T a, T b, bool *p) { *p = a >= b; return *p ? a : b; } \
	__device__ inline T __vibmin_##S(T a, T b, bool *p) { *p = a <= b; return *p ? a : b; }
DPX(int, s32) DPX(unsigned, u32)
#undef DPX
__device__ inline int __vimax_s32_relu(int a, int b) { return max(max(a, b), 0); }
__device__ inline int __vimin_s32_relu(int a, int b) { return max(min(a, b), 0); }
__device__ inline int __vimax3_s32_relu(int a, int b, int c) { return max(max(max(a, b), c), 0); }
__device__ inline int __vimin3_s32_relu(int a, int b, int c) { return max(min(min(a, b), c), 0); }
__device__ inline int __viaddmax_s32_relu(int a, int b, int c) { return max(max(a + b, c), 0); }
__device__ inline int __viaddmin_s32_relu(int a, int b, int c) { return max(min(a + b, c), 0); }

// SIMD in a word. What carries over from byte to byte is kept apart by masks where that is all there is to do;
// the rest is done part by part.
__device__ inline unsigned __vadd4(unsigned a, unsigned b) { return ((a & 0x7f7f7f7fu) + (b & 0x7f7f7f7fu)) ^ ((a ^ b) & 0x80808080u); }
__device__ inline unsigned __vadd2(unsigned a, unsigned b) { return ((a & 0x7fff7fffu) + (b & 0x7fff7fffu)) ^ ((a ^ b) & 0x80008000u); }
__device__ inline unsigned __vsub4(unsigned a, unsigned b) { return ((a | 0x80808080u) - (b & 0x7f7f7f7fu)) ^ ((a ^ ~b) & 0x80808080u); }
__device__ inline unsigned __vsub2(unsigned a, unsigned b) { return ((a | 0x80008000u) - (b & 0x7fff7fffu)) ^ ((a ^ ~b) & 0x80008000u); }
__device__ inline unsigned __vavgu4(unsigned a, unsigned b) { return (a | b) - (((a ^ b) & 0xfefefefeu) >> 1); }
__device__ inline unsigned __vavgu2(unsigned a, unsigned b) { return (a | b) - (((a ^ b) & 0xfffefffeu) >> 1); }
__device__ inline unsigned __vhaddu4(unsigned a, unsigned b) { return (a & b) + (((a ^ b) & 0xfefefefeu) >> 1); }
__device__ inline unsigned __vhaddu2(unsigned a, unsigned b) { return (a & b) + (((a ^ b) & 0xfffefffeu) >> 1); }
__device__ inline unsigned __vneg4(unsigned a) { return __vsub4(0, a); }
__device__ inline unsigned __vneg2(unsigned a) { return __vsub2(0, a); }

#define SIMD_1(NAME, T, BITS, VALUE) \
	__device__ inline unsigned NAME(unsigned a) { \
		unsigned r = 0; \
		for (int s = 0; s < 32; s += BITS) { int x = (T)(a >> s); r |= ((unsigned)(VALUE) & ((1u << BITS) - 1)) << s; } \
		return r; \
	}
#define SIMD_2(NAME, T, BITS, VALUE) \
	__device__ inline unsigned NAME(unsigned a, unsigned b) { \
		unsigned r = 0; \
		for (int s = 0; s < 32; s += BITS) { int x = (T)(a >> s), y = (T)(b >> s); r |= ((unsigned)(VALUE) & ((1u << BITS) - 1)) << s; } \
		return r; \
	}
#define SIMD_SUM(NAME, T, BITS, VALUE) \
	__device__ inline unsigned NAME(unsigned a, unsigned b) { \
		unsigned r = 0; \
		for (int s = 0; s < 32; s += BITS) { int x = (T)(a >> s), y = (T)(b >> s); r += VALUE; } \
		return r; \
	}
#define SIMD_COMPARE(REL, OP, T, SIGN, N, BITS) \
	SIMD_2(__vcmp##REL##SIGN##N, T, BITS, x OP y ? -1 : 0) SIMD_2(__vset##REL##SIGN##N, T, BITS, x OP y ? 1 : 0)
#define SIMD_ALL(N, BITS, S, U, MOST, UMOST) \
	SIMD_1(__vabs##N, S, BITS, abs(x)) SIMD_1(__vabsss##N, S, BITS, min(abs(x), MOST)) SIMD_1(__vnegss##N, S, BITS, min(-x, MOST)) \
	SIMD_2(__vaddss##N, S, BITS, max(min(x + y, MOST), -MOST - 1)) SIMD_2(__vaddus##N, U, BITS, min(x + y, UMOST)) \
	SIMD_2(__vsubss##N, S, BITS, max(min(x - y, MOST), -MOST - 1)) SIMD_2(__vsubus##N, U, BITS, max(x - y, 0)) \
	SIMD_2(__vavgs##N, S, BITS, (x + y + (x + y >= 0)) >> 1) \
	SIMD_2(__vabsdiffs##N, S, BITS, abs(x - y)) SIMD_2(__vabsdiffu##N, U, BITS, abs(x - y)) \
	SIMD_2(__vmaxs##N, S, BITS, max(x, y)) SIMD_2(__vmaxu##N, U, BITS, max(x, y)) \
	SIMD_2(__vmins##N, S, BITS, min(x, y)) SIMD_2(__vminu##N, U, BITS, min(x, y)) \
	SIMD_SUM(__vsads##N, S, BITS, abs(x - y)) SIMD_SUM(__vsadu##N, U, BITS, abs(x - y)) \
	SIMD_COMPARE(eq, ==, U, , N, BITS) SIMD_COMPARE(ne, !=, U, , N, BITS) \
	SIMD_COMPARE(ge, >=, S, s, N, BITS) SIMD_COMPARE(ge, >=, U, u, N, BITS) SIMD_COMPARE(gt, >, S, s, N, BITS) SIMD_COMPARE(gt, >, U, u, N, BITS) \
	SIMD_COMPARE(le, <=, S, s, N, BITS) SIMD_COMPARE(le, <=, U, u, N, BITS) SIMD_COMPARE(lt, <, S, s, N, BITS) SIMD_COMPARE(lt, <, U, u, N, BITS)
SIMD_ALL(4, 8, signed char, unsigned char, 127, 255)
SIMD_ALL(2, 16, short, unsigned short, 32767, 65535)
#undef SIMD_1
#undef SIMD_2
#undef SIMD_SUM
#undef SIMD_COMPARE
#undef SIMD_ALL

__device__ inline int __warpbook_bits(char4 v) { return (v.x & 255) | (v.y & 255) << 8 | (v.z & 255) << 16 | v.w << 24; }
__device__ inline unsigned __warpbook_bits(uchar4 v) { return v.x | v.y << 8 | v.z << 16 | (unsigned)v.w << 24; }
__device__ inline int __dp4a(char4 a, char4 b, int c) { return __dp4a(__warpbook_bits(a), __warpbook_bits(b), c); }
__device__ inline unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) { return __dp4a(__warpbook_bits(a), __warpbook_bits(b), c); }

// emmintrin.h and xmmintrin.h: SSE and SSE2, which every processor of x86-64 has. A vector is an array of its lanes.

struct __m128i { alignas(16) long long __lanes[2]; };
struct __m128 { alignas(16) float __lanes[4]; };
struct __m128d { alignas(16) double __lanes[2]; };

// Operations lane by lane: of two vectors, of one and a count of bits, and pairs of neighbours.
#define __sse_each(name, V, T, n, value) \
	V name(V a, V b) { \
		V r; \
		T *x = (T *)&a, *y = (T *)&b, *z = (T *)&r; \
		for (int i = 0; i < n; i++) z[i] = value; \
		return r; \
	}
#define __sse_shift(name, T, n, bits, value, over) \
	__m128i name(__m128i a, int by) { \
		__m128i r; \
		T *x = (T *)&a, *z = (T *)&r; \
		for (int i = 0; i < n; i++) z[i] = (unsigned)by < bits ? (T)(value) : (T)(over); \
		return r; \
	}
#define __sse_unpack(name, V, T, n, from) \
	V name(V a, V b) { \
		V r; \
		T *x = (T *)&a, *y = (T *)&b, *z = (T *)&r; \
		for (int i = 0; i < n / 2; i++) { z[2 * i] = x[from + i]; z[2 * i + 1] = y[from + i]; } \
		return r; \
	}
#define __sse_pack(name, T, W, n) \
	__m128i name(__m128i a, __m128i b) { \
		__m128i r; \
		W *x = (W *)&a, *y = (W *)&b; \
		T *z = (T *)&r; \
		for (int i = 0; i < n; i++) { z[i] = __sse_clamp_##T(x[i]); z[n + i] = __sse_clamp_##T(y[i]); } \
		return r; \
	}
typedef signed char __sse_i8;
typedef unsigned char __sse_u8;
typedef short __sse_i16;
typedef unsigned short __sse_u16;
typedef unsigned int __sse_u32;
typedef unsigned long long __sse_u64;
int __sse_clamp(int v, int least, int most) { return v < least ? least : v > most ? most : v; }
int __sse_clamp___sse_i8(int v) { return __sse_clamp(v, -128, 127); }
int __sse_clamp___sse_u8(int v) { return __sse_clamp(v, 0, 255); }
int __sse_clamp___sse_i16(int v) { return __sse_clamp(v, -32768, 32767); }
int __sse_clamp___sse_u16(int v) { return __sse_clamp(v, 0, 65535); }

#define __sse_wrapping(name, op) \
	__sse_each(name##_epi8, __m128i, __sse_u8, 16, x[i] op y[i]) \
	__sse_each(name##_epi16, __m128i, __sse_u16, 8, x[i] op y[i]) \
	__sse_each(name##_epi32, __m128i, __sse_u32, 4, x[i] op y[i]) \
	__sse_each(name##_epi64, __m128i, __sse_u64, 2, x[i] op y[i])
#define __sse_saturating(name, op) \
	__sse_each(name##_epi8, __m128i, __sse_i8, 16, __sse_clamp___sse_i8(x[i] op y[i])) \
	__sse_each(name##_epi16, __m128i, __sse_i16, 8, __sse_clamp___sse_i16(x[i] op y[i])) \
	__sse_each(name##_epu8, __m128i, __sse_u8, 16, __sse_clamp___sse_u8(x[i] op y[i])) \
	__sse_each(name##_epu16, __m128i, __sse_u16, 8, __sse_clamp___sse_u16(x[i] op y[i]))
#define __sse_comparing(name, op) \
	__sse_each(name##_epi8, __m128i, __sse_i8, 16, x[i] op y[i] ? -1 : 0) \
	__sse_each(name##_epi16, __m128i, short, 8, x[i] op y[i] ? -1 : 0) \
	__sse_each(name##_epi32, __m128i, int, 4, x[i] op y[i] ? -1 : 0)
__sse_wrapping(_mm_add, +)
__sse_wrapping(_mm_sub, -)
__sse_saturating(_mm_adds, +)
__sse_saturating(_mm_subs, -)
__sse_comparing(_mm_cmpeq, ==)
__sse_comparing(_mm_cmpgt, >)
__sse_comparing(_mm_cmplt, <)
__sse_each(_mm_mullo_epi16, __m128i, short, 8, x[i] * y[i])
__sse_each(_mm_mulhi_epi16, __m128i, short, 8, (x[i] * y[i]) >> 16)
__sse_each(_mm_mulhi_epu16, __m128i, __sse_u16, 8, (unsigned)x[i] * y[i] >> 16)
__sse_each(_mm_mul_epu32, __m128i, __sse_u64, 2, (x[i] & 0xffffffffu) * (y[i] & 0xffffffffu))
__sse_each(_mm_and_si128, __m128i, __sse_u64, 2, x[i] & y[i])
__sse_each(_mm_or_si128, __m128i, __sse_u64, 2, x[i] | y[i])
__sse_each(_mm_xor_si128, __m128i, __sse_u64, 2, x[i] ^ y[i])
__sse_each(_mm_andnot_si128, __m128i, __sse_u64, 2, ~x[i] & y[i])
__sse_each(_mm_max_epi16, __m128i, short, 8, x[i] > y[i] ? x[i] : y[i])
__sse_each(_mm_min_epi16, __m128i, short, 8, x[i] < y[i] ? x[i] : y[i])
__sse_each(_mm_max_epu8, __m128i, __sse_u8, 16, x[i] > y[i] ? x[i] : y[i])
__sse_each(_mm_min_epu8, __m128i, __sse_u8, 16, x[i] < y[i] ? x[i] : y[i])
__sse_each(_mm_avg_epu8, __m128i, __sse_u8, 16, (x[i] + y[i] + 1) >> 1)
__sse_each(_mm_avg_epu16, __m128i, __sse_u16, 8, (x[i] + y[i] + 1) >> 1)
__m128i _mm_madd_epi16(__m128i a, __m128i b)
{
	__m128i r;
	short *x = (short *)&a, *y = (short *)&b;
	unsigned *z = (unsigned *)&r;
	for (int i = 0; i < 4; i++) z[i] = (unsigned)(x[2 * i] * y[2 * i]) + (unsigned)(x[2 * i + 1] * y[2 * i + 1]);
	return r;
}
__m128i _mm_sad_epu8(__m128i a, __m128i b)
{
	__m128i r;
	unsigned char *x = (unsigned char *)&a, *y = (unsigned char *)&b;
	for (int half = 0; half < 2; half++) {
		int sum = 0;
		for (int i = 8 * half; i < 8 * half + 8; i++) sum += x[i] > y[i] ? x[i] - y[i] : y[i] - x[i];
		r.__lanes[half] = sum;
	}
	return r;
}

__sse_shift(_mm_slli_epi16, __sse_u16, 8, 16, x[i] << by, 0)
__sse_shift(_mm_slli_epi32, __sse_u32, 4, 32, x[i] << by, 0)
__sse_shift(_mm_slli_epi64, __sse_u64, 2, 64, x[i] << by, 0)
__sse_shift(_mm_srli_epi16, __sse_u16, 8, 16, x[i] >> by, 0)
__sse_shift(_mm_srli_epi32, __sse_u32, 4, 32, x[i] >> by, 0)
__sse_shift(_mm_srli_epi64, __sse_u64, 2, 64, x[i] >> by, 0)
__sse_shift(_mm_srai_epi16, short, 8, 16, x[i] >> by, x[i] >> 15)
__sse_shift(_mm_srai_epi32, int, 4, 32, x[i] >> by, x[i] >> 31)
__m128i __sse_bytes(__m128i a, int up) // moved to higher bytes
{
	__m128i r;
	unsigned char *x = (unsigned char *)&a, *z = (unsigned char *)&r;
	for (int i = 0; i < 16; i++) z[i] = i - up >= 0 && i - up < 16 ? x[i - up] : 0;
	return r;
}
__m128i _mm_slli_si128(__m128i a, int n) { return __sse_bytes(a, n & 255); }
__m128i _mm_srli_si128(__m128i a, int n) { return __sse_bytes(a, -(n & 255)); }

__sse_unpack(_mm_unpacklo_epi8, __m128i, __sse_u8, 16, 0)
__sse_unpack(_mm_unpackhi_epi8, __m128i, __sse_u8, 16, 8)
__sse_unpack(_mm_unpacklo_epi16, __m128i, short, 8, 0)
__sse_unpack(_mm_unpackhi_epi16, __m128i, short, 8, 4)
__sse_unpack(_mm_unpacklo_epi32, __m128i, int, 4, 0)
__sse_unpack(_mm_unpackhi_epi32, __m128i, int, 4, 2)
__sse_unpack(_mm_unpacklo_epi64, __m128i, long long, 2, 0)
__sse_unpack(_mm_unpackhi_epi64, __m128i, long long, 2, 1)
__sse_unpack(_mm_unpacklo_ps, __m128, float, 4, 0)
__sse_unpack(_mm_unpackhi_ps, __m128, float, 4, 2)
__sse_pack(_mm_packs_epi16, __sse_i8, short, 8)
__sse_pack(_mm_packus_epi16, __sse_u8, short, 8)
__sse_pack(_mm_packs_epi32, __sse_i16, int, 4)

#define _MM_SHUFFLE(d, c, b, a) (((d) << 6) | ((c) << 4) | ((b) << 2) | (a))
__m128i _mm_shuffle_epi32(__m128i a, int order)
{
	__m128i r;
	int *x = (int *)&a, *z = (int *)&r;
	for (int i = 0; i < 4; i++) z[i] = x[order >> 2 * i & 3];
	return r;
}
__m128i __sse_shuffle_half(__m128i a, int order, int from)
{
	__m128i r = a;
	short *x = (short *)&a + from, *z = (short *)&r + from;
	for (int i = 0; i < 4; i++) z[i] = x[order >> 2 * i & 3];
	return r;
}
__m128i _mm_shufflelo_epi16(__m128i a, int order) { return __sse_shuffle_half(a, order, 0); }
__m128i _mm_shufflehi_epi16(__m128i a, int order) { return __sse_shuffle_half(a, order, 4); }
__m128 _mm_shuffle_ps(__m128 a, __m128 b, int order)
{
	__m128 r;
	for (int i = 0; i < 4; i++) r.__lanes[i] = (i < 2 ? a : b).__lanes[order >> 2 * i & 3];
	return r;
}
__m128 _mm_movehl_ps(__m128 a, __m128 b) { return _mm_shuffle_ps(b, a, _MM_SHUFFLE(3, 2, 3, 2)); }
__m128 _mm_movelh_ps(__m128 a, __m128 b) { return _mm_shuffle_ps(a, b, _MM_SHUFFLE(1, 0, 1, 0)); }

__m128i _mm_set1_epi64x(long long v) { __m128i r; r.__lanes[0] = r.__lanes[1] = v; return r; }
__m128i _mm_set_epi64x(long long b, long long a) { __m128i r; r.__lanes[0] = a; r.__lanes[1] = b; return r; }
__m128i _mm_setzero_si128() { return _mm_set1_epi64x(0); }
__m128i _mm_set1_epi32(int v) { return _mm_set1_epi64x((unsigned long long)(unsigned)v << 32 | (unsigned)v); }
__m128i _mm_set1_epi16(short v) { return _mm_set1_epi32((unsigned short)v * 0x10001u); }
__m128i _mm_set1_epi8(char v) { return _mm_set1_epi32((unsigned char)v * 0x1010101u); }
__m128i _mm_setr_epi32(int a, int b, int c, int d)
{
	__m128i r;
	int *z = (int *)&r;
	z[0] = a, z[1] = b, z[2] = c, z[3] = d;
	return r;
}
__m128i _mm_set_epi32(int d, int c, int b, int a) { return _mm_setr_epi32(a, b, c, d); }
__m128i _mm_setr_epi16(short a, short b, short c, short d, short e, short f, short g, short h)
{
	__m128i r;
	short *z = (short *)&r;
	z[0] = a, z[1] = b, z[2] = c, z[3] = d, z[4] = e, z[5] = f, z[6] = g, z[7] = h;
	return r;
}
__m128i _mm_set_epi16(short h, short g, short f, short e, short d, short c, short b, short a)
{
	return _mm_setr_epi16(a, b, c, d, e, f, g, h);
}
__m128i _mm_setr_epi8(char a, char b, char c, char d, char e, char f, char g, char h, char i, char j, char k, char l, char m, char n, char o, char p)
{
	char lanes[16] = {a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p};
	return *(__m128i *)lanes;
}
__m128i _mm_set_epi8(char p, char o, char n, char m, char l, char k, char j, char i, char h, char g, char f, char e, char d, char c, char b, char a)
{
	return _mm_setr_epi8(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
}
__m128i _mm_insert_epi16(__m128i a, int v, int i) { ((short *)&a)[i & 7] = v; return a; }
int _mm_extract_epi16(__m128i a, int i) { return ((unsigned short *)&a)[i & 7]; }
__m128i _mm_cvtsi32_si128(int v) { return _mm_set_epi64x(0, (unsigned)v); }
__m128i _mm_cvtsi64_si128(long long v) { return _mm_set_epi64x(0, v); }
int _mm_cvtsi128_si32(__m128i a) { return (int)a.__lanes[0]; }
long long _mm_cvtsi128_si64(__m128i a) { return a.__lanes[0]; }
int _mm_movemask_epi8(__m128i a)
{
	int mask = 0;
	for (int i = 0; i < 16; i++) mask |= (((unsigned char *)&a)[i] >> 7) << i;
	return mask;
}

// Memory: what need not be aligned is copied byte by byte.
void __sse_copy(void *to, const void *from, int n)
{
	for (int i = 0; i < n; i++) ((char *)to)[i] = ((const char *)from)[i];
}
__m128i _mm_load_si128(const __m128i *p) { return *p; }
void _mm_store_si128(__m128i *p, __m128i a) { *p = a; }
__m128i _mm_loadu_si128(const __m128i *p) { __m128i r; __sse_copy(&r, p, 16); return r; }
void _mm_storeu_si128(__m128i *p, __m128i a) { __sse_copy(p, &a, 16); }
__m128i _mm_loadl_epi64(const __m128i *p) { __m128i r = _mm_setzero_si128(); __sse_copy(&r, p, 8); return r; }
void _mm_storel_epi64(__m128i *p, __m128i a) { __sse_copy(p, &a, 8); }
void _mm_stream_si128(__m128i *p, __m128i a) { *p = a; }

// Floating point.
#define __sse_floating(name, value) \
	__sse_each(_mm_##name##_ps, __m128, float, 4, value) \
	__sse_each(_mm_##name##_pd, __m128d, double, 2, value)
__sse_floating(add, x[i] + y[i])
__sse_floating(sub, x[i] - y[i])
__sse_floating(mul, x[i] * y[i])
__sse_floating(div, x[i] / y[i])
__sse_floating(min, x[i] < y[i] ? x[i] : y[i])
__sse_floating(max, x[i] > y[i] ? x[i] : y[i])
#define __sse_compared(name, test) \
	__sse_each(_mm_cmp##name##_ps, __m128, float, 4, __sse_mask32(test)) \
	__sse_each(_mm_cmp##name##_pd, __m128d, double, 2, __sse_mask64(test))
float __sse_mask32(bool set) { int m = set ? -1 : 0; return *(float *)&m; }
double __sse_mask64(bool set) { long long m = set ? -1 : 0; return *(double *)&m; }
__sse_compared(eq, x[i] == y[i])
__sse_compared(neq, x[i] != y[i])
__sse_compared(lt, x[i] < y[i])
__sse_compared(le, x[i] <= y[i])
__sse_compared(gt, x[i] > y[i])
__sse_compared(ge, x[i] >= y[i])
__sse_each(_mm_and_ps, __m128, __sse_u64, 2, x[i] & y[i])
__sse_each(_mm_and_pd, __m128d, __sse_u64, 2, x[i] & y[i])
__sse_each(_mm_or_ps, __m128, __sse_u64, 2, x[i] | y[i])
__sse_each(_mm_or_pd, __m128d, __sse_u64, 2, x[i] | y[i])
__sse_each(_mm_xor_ps, __m128, __sse_u64, 2, x[i] ^ y[i])
__sse_each(_mm_xor_pd, __m128d, __sse_u64, 2, x[i] ^ y[i])
__sse_each(_mm_andnot_ps, __m128, __sse_u64, 2, ~x[i] & y[i])
__sse_each(_mm_andnot_pd, __m128d, __sse_u64, 2, ~x[i] & y[i])
__m128 _mm_sqrt_ps(__m128 a) { for (int i = 0; i < 4; i++) a.__lanes[i] = sqrtf(a.__lanes[i]); return a; }
__m128d _mm_sqrt_pd(__m128d a) { for (int i = 0; i < 2; i++) a.__lanes[i] = sqrt(a.__lanes[i]); return a; }
__m128 _mm_setr_ps(float a, float b, float c, float d)
{
	__m128 r;
	r.__lanes[0] = a, r.__lanes[1] = b, r.__lanes[2] = c, r.__lanes[3] = d;
	return r;
}
__m128 _mm_set_ps(float d, float c, float b, float a) { return _mm_setr_ps(a, b, c, d); }
__m128 _mm_set1_ps(float v) { return _mm_setr_ps(v, v, v, v); }
__m128 _mm_set_ps1(float v) { return _mm_set1_ps(v); }
__m128 _mm_set_ss(float v) { return _mm_setr_ps(v, 0, 0, 0); }
__m128 _mm_setzero_ps() { return _mm_set1_ps(0); }
__m128d _mm_setr_pd(double a, double b) { __m128d r; r.__lanes[0] = a, r.__lanes[1] = b; return r; }
__m128d _mm_set_pd(double b, double a) { return _mm_setr_pd(a, b); }
__m128d _mm_set1_pd(double v) { return _mm_setr_pd(v, v); }
__m128d _mm_setzero_pd() { return _mm_set1_pd(0); }
__m128 _mm_add_ss(__m128 a, __m128 b) { a.__lanes[0] += b.__lanes[0]; return a; }
__m128 _mm_sub_ss(__m128 a, __m128 b) { a.__lanes[0] -= b.__lanes[0]; return a; }
__m128 _mm_mul_ss(__m128 a, __m128 b) { a.__lanes[0] *= b.__lanes[0]; return a; }
__m128 _mm_div_ss(__m128 a, __m128 b) { a.__lanes[0] /= b.__lanes[0]; return a; }
__m128d _mm_add_sd(__m128d a, __m128d b) { a.__lanes[0] += b.__lanes[0]; return a; }
__m128d _mm_unpackhi_pd(__m128d a, __m128d b) { return _mm_setr_pd(a.__lanes[1], b.__lanes[1]); }
__m128d _mm_unpacklo_pd(__m128d a, __m128d b) { return _mm_setr_pd(a.__lanes[0], b.__lanes[0]); }
float _mm_cvtss_f32(__m128 a) { return a.__lanes[0]; }
double _mm_cvtsd_f64(__m128d a) { return a.__lanes[0]; }
int _mm_movemask_ps(__m128 a)
{
	int mask = 0;
	for (int i = 0; i < 4; i++) mask |= (((unsigned *)&a)[i] >> 31) << i;
	return mask;
}
__m128 _mm_cvtepi32_ps(__m128i a)
{
	__m128 r;
	for (int i = 0; i < 4; i++) r.__lanes[i] = (float)((int *)&a)[i];
	return r;
}
int __sse_integer(float v) { return v >= -2147483648.0f && v < 2147483648.0f ? (int)v : (int)0x80000000; }
__m128i _mm_cvttps_epi32(__m128 a)
{
	__m128i r;
	for (int i = 0; i < 4; i++) ((int *)&r)[i] = __sse_integer(a.__lanes[i]);
	return r;
}
__m128i _mm_cvtps_epi32(__m128 a)
{
	for (int i = 0; i < 4; i++) a.__lanes[i] = rintf(a.__lanes[i]);
	return _mm_cvttps_epi32(a);
}
__m128 _mm_castsi128_ps(__m128i a) { return *(__m128 *)&a; }
__m128i _mm_castps_si128(__m128 a) { return *(__m128i *)&a; }
__m128d _mm_castsi128_pd(__m128i a) { return *(__m128d *)&a; }
__m128i _mm_castpd_si128(__m128d a) { return *(__m128i *)&a; }
__m128 _mm_load_ps(const float *p) { return *(const __m128 *)p; }
__m128d _mm_load_pd(const double *p) { return *(const __m128d *)p; }
__m128 _mm_loadu_ps(const float *p) { __m128 r; __sse_copy(&r, p, 16); return r; }
__m128d _mm_loadu_pd(const double *p) { __m128d r; __sse_copy(&r, p, 16); return r; }
__m128 _mm_load1_ps(const float *p) { return _mm_set1_ps(*p); }
__m128 _mm_load_ss(const float *p) { return _mm_set_ss(*p); }
void _mm_store_ps(float *p, __m128 a) { *(__m128 *)p = a; }
void _mm_store_pd(double *p, __m128d a) { *(__m128d *)p = a; }
void _mm_storeu_ps(float *p, __m128 a) { __sse_copy(p, &a, 16); }
void _mm_storeu_pd(double *p, __m128d a) { __sse_copy(p, &a, 16); }
void _mm_store_ss(float *p, __m128 a) { *p = a.__lanes[0]; }
void *_mm_malloc(size_t bytes, size_t alignment) { return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment); }
void _mm_free(void *p) { free(p); }
void _mm_pause() { }
void _mm_sfence() { }
void _mm_lfence() { }
void _mm_mfence() { }

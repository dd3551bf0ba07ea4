// SSE and SSE2: every operation on lanes of all kinds, as the processor computes them.
#include <cstdio>
#include <cstring>
#include <emmintrin.h>
static unsigned state = 12345;
static unsigned next() { return state = state * 1664525u + 1013904223u; }
static void print(const char *name, const void *p, int bytes)
{
    printf("%s", name);
    for (int i = 0; i < bytes; i++) printf("%s%02x", i % 4 ? "" : " ", ((const unsigned char *)p)[i]);
    printf("\n");
}
#define INTS(f) { __m128i r = f(a, b); print(#f, &r, 16); }
#define SHIFT(f) { __m128i r = f(a, 3), s = f(b, 40); print(#f, &r, 16); print(#f, &s, 16); }
#define FLOATS(f) { __m128 r = f(x, y); print(#f, &r, 16); }
#define DOUBLES(f) { __m128d r = f(u, v); print(#f, &r, 16); }
static void ints(__m128i a, __m128i b)
{
    INTS(_mm_add_epi8) INTS(_mm_add_epi16) INTS(_mm_add_epi32) INTS(_mm_add_epi64)
    INTS(_mm_sub_epi8) INTS(_mm_sub_epi16) INTS(_mm_sub_epi32) INTS(_mm_sub_epi64)
    INTS(_mm_adds_epi8) INTS(_mm_adds_epi16) INTS(_mm_adds_epu8) INTS(_mm_adds_epu16)
    INTS(_mm_subs_epi8) INTS(_mm_subs_epi16) INTS(_mm_subs_epu8) INTS(_mm_subs_epu16)
    INTS(_mm_cmpeq_epi8) INTS(_mm_cmpeq_epi16) INTS(_mm_cmpeq_epi32)
    INTS(_mm_cmpgt_epi8) INTS(_mm_cmpgt_epi16) INTS(_mm_cmpgt_epi32)
    INTS(_mm_cmplt_epi8) INTS(_mm_cmplt_epi16) INTS(_mm_cmplt_epi32)
    INTS(_mm_mullo_epi16) INTS(_mm_mulhi_epi16) INTS(_mm_mulhi_epu16) INTS(_mm_mul_epu32) INTS(_mm_madd_epi16) INTS(_mm_sad_epu8)
    INTS(_mm_and_si128) INTS(_mm_or_si128) INTS(_mm_xor_si128) INTS(_mm_andnot_si128)
    INTS(_mm_max_epi16) INTS(_mm_min_epi16) INTS(_mm_max_epu8) INTS(_mm_min_epu8) INTS(_mm_avg_epu8) INTS(_mm_avg_epu16)
    INTS(_mm_unpacklo_epi8) INTS(_mm_unpackhi_epi8) INTS(_mm_unpacklo_epi16) INTS(_mm_unpackhi_epi16)
    INTS(_mm_unpacklo_epi32) INTS(_mm_unpackhi_epi32) INTS(_mm_unpacklo_epi64) INTS(_mm_unpackhi_epi64)
    INTS(_mm_packs_epi16) INTS(_mm_packus_epi16) INTS(_mm_packs_epi32)
    SHIFT(_mm_slli_epi16) SHIFT(_mm_slli_epi32) SHIFT(_mm_slli_epi64) SHIFT(_mm_srli_epi16) SHIFT(_mm_srli_epi32) SHIFT(_mm_srli_epi64)
    SHIFT(_mm_srai_epi16) SHIFT(_mm_srai_epi32) SHIFT(_mm_slli_si128) SHIFT(_mm_srli_si128)
    __m128i r = _mm_shuffle_epi32(a, _MM_SHUFFLE(0, 3, 1, 2)), s = _mm_shufflelo_epi16(a, 0x4e), t = _mm_shufflehi_epi16(a, 0x1b);
    print("shuffle", &r, 16), print("shufflelo", &s, 16), print("shufflehi", &t, 16);
    r = _mm_insert_epi16(a, 77, 3);
    print("insert", &r, 16);
    printf("%d %d %lld %d\n", _mm_extract_epi16(a, 5), _mm_cvtsi128_si32(a), (long long)_mm_cvtsi128_si64(b), _mm_movemask_epi8(a));
    char bytes[40];
    _mm_storeu_si128((__m128i *)(bytes + 3), a);
    _mm_storel_epi64((__m128i *)(bytes + 21), b);
    r = _mm_loadu_si128((const __m128i *)(bytes + 4)), s = _mm_loadl_epi64((const __m128i *)(bytes + 20));
    print("loadu", &r, 15), print("loadl", (char *)&s + 1, 15);
}
static void floats(__m128 x, __m128 y, __m128d u, __m128d v)
{
    FLOATS(_mm_add_ps) FLOATS(_mm_sub_ps) FLOATS(_mm_mul_ps) FLOATS(_mm_div_ps) FLOATS(_mm_min_ps) FLOATS(_mm_max_ps)
    FLOATS(_mm_cmpeq_ps) FLOATS(_mm_cmpneq_ps) FLOATS(_mm_cmplt_ps) FLOATS(_mm_cmple_ps) FLOATS(_mm_cmpgt_ps) FLOATS(_mm_cmpge_ps)
    FLOATS(_mm_and_ps) FLOATS(_mm_or_ps) FLOATS(_mm_xor_ps) FLOATS(_mm_andnot_ps) FLOATS(_mm_unpacklo_ps) FLOATS(_mm_unpackhi_ps)
    FLOATS(_mm_movehl_ps) FLOATS(_mm_movelh_ps) FLOATS(_mm_add_ss) FLOATS(_mm_sub_ss) FLOATS(_mm_mul_ss) FLOATS(_mm_div_ss)
    DOUBLES(_mm_add_pd) DOUBLES(_mm_sub_pd) DOUBLES(_mm_mul_pd) DOUBLES(_mm_div_pd) DOUBLES(_mm_min_pd) DOUBLES(_mm_max_pd)
    DOUBLES(_mm_cmplt_pd) DOUBLES(_mm_unpacklo_pd) DOUBLES(_mm_unpackhi_pd) DOUBLES(_mm_add_sd)
    __m128 s = _mm_sqrt_ps(_mm_mul_ps(x, x)), h = _mm_shuffle_ps(x, y, _MM_SHUFFLE(1, 3, 0, 2));
    __m128i n = _mm_cvtps_epi32(x), t = _mm_cvttps_epi32(x);
    __m128 f = _mm_cvtepi32_ps(n);
    print("sqrt", &s, 16), print("shuffle", &h, 16), print("cvt", &n, 16), print("cvtt", &t, 16), print("back", &f, 16);
    printf("%d %g %g\n", _mm_movemask_ps(x), _mm_cvtss_f32(x), _mm_cvtsd_f64(u));
}
int main()
{
    for (int round = 0; round < 3; round++) {
        unsigned w[8];
        for (unsigned &v : w) v = next();
        ints(_mm_set_epi32(w[0], w[1], w[2], w[3]), _mm_setr_epi32(w[4], w[5], w[6], w[7]));
    }
    ints(_mm_set1_epi8(-128), _mm_setr_epi16(-32768, 32767, -1, 0, 1, 255, 256, -129));
    ints(_mm_set1_epi16(-32768), _mm_set_epi16(-32768, 32767, -1, 0, 1, 255, 256, -129));
    ints(_mm_setzero_si128(), _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, -8, -9, -10, -11, -12, -13, -14, -15));
    floats(_mm_set_ps(1.5f, -2.5f, 3e9f, 0.1f), _mm_setr_ps(0.3f, -2.5f, -7, 1e-3f), _mm_set_pd(1.25, -3), _mm_set1_pd(0.7));
    floats(_mm_setr_ps(2.5f, 3.5f, -0.5f, 1e5f), _mm_set1_ps(3.5f), _mm_setr_pd(1, 2), _mm_setr_pd(2, 1));
    return 0;
}

// What host code has of the functions that GCC knows without a header, after its manual ("Bit Operation Builtins", "Byte-Swapping
// Builtins", "Library Builtins", "Integer Overflow Builtins"). Counts of zeros have no value at 0, as there.

int __builtin_popcountll(unsigned long long x)
{
    x -= x >> 1 & 0x5555555555555555ull;
    x = (x & 0x3333333333333333ull) + (x >> 2 & 0x3333333333333333ull);
    x = x + (x >> 4) & 0x0f0f0f0f0f0f0f0full;
    return (int)(x * 0x0101010101010101ull >> 56);
}
int __builtin_popcountl(unsigned long x) { return __builtin_popcountll(x); }
int __builtin_popcount(unsigned x) { return __builtin_popcountll(x); }
int __builtin_parityll(unsigned long long x) { return __builtin_popcountll(x) & 1; }
int __builtin_parityl(unsigned long x) { return __builtin_popcountll(x) & 1; }
int __builtin_parity(unsigned x) { return __builtin_popcountll(x) & 1; }
int __builtin_ctzll(unsigned long long x) { return __builtin_popcountll((x & 0 - x) - 1); }
int __builtin_ctzl(unsigned long x) { return __builtin_ctzll(x); }
int __builtin_ctz(unsigned x) { return __builtin_ctzll(x); }
int __builtin_clzll(unsigned long long x)
{
    for (int d = 1; d < 64; d *= 2) x |= x >> d;
    return 64 - __builtin_popcountll(x);
}
int __builtin_clzl(unsigned long x) { return __builtin_clzll(x); }
int __builtin_clz(unsigned x) { return __builtin_clzll(x) - 32; }
int __builtin_clrsbll(long long x) { return __builtin_clzll(x < 0 ? ~x : x) - 1; }
int __builtin_clrsbl(long x) { return __builtin_clrsbll(x); }
int __builtin_clrsb(int x) { return __builtin_clrsbll(x) - 32; }
int __builtin_ffsll(long long x) { return x == 0 ? 0 : __builtin_ctzll(x) + 1; }
int __builtin_ffsl(long x) { return __builtin_ffsll(x); }
int __builtin_ffs(int x) { return __builtin_ffsll(x); }
unsigned short __builtin_bswap16(unsigned short x) { return (unsigned short)(x << 8 | x >> 8); }
unsigned __builtin_bswap32(unsigned x) { return x << 24 | (x & 0xff00) << 8 | x >> 8 & 0xff00 | x >> 24; }
unsigned long __builtin_bswap64(unsigned long x)
{
    return (unsigned long)__builtin_bswap32((unsigned)x) << 32 | __builtin_bswap32((unsigned)(x >> 32));
}
#define __builtin_abort abort
#define __builtin_exit exit
#define __builtin_malloc malloc
#define __builtin_calloc calloc
#define __builtin_realloc realloc
#define __builtin_free free
#define __builtin_memcpy memcpy
#define __builtin_memmove memmove
#define __builtin_memset memset
#define __builtin_memcmp memcmp
#define __builtin_strlen strlen
#define __builtin_strcmp strcmp
#define __builtin_strncmp strncmp
#define __builtin_strcpy strcpy
#define __builtin_strchr strchr
#define __builtin_printf printf
#define __builtin_puts puts
#define __builtin_abs abs
#define __builtin_labs labs
#define __builtin_fabs fabs
#define __builtin_fabsf fabsf
#define __builtin_sqrt sqrt
#define __builtin_sqrtf sqrtf
#define __builtin_isnan(x) isnan(x)
#define __builtin_isinf(x) isinf(x)
#define __builtin_isfinite(x) isfinite(x)
#define __builtin_inf() ((double)INFINITY)
#define __builtin_inff() INFINITY
#define __builtin_huge_val() HUGE_VAL
#define __builtin_huge_valf() HUGE_VALF
#define __builtin_unreachable() ((void)0)
void __builtin_trap() { __sys_trap(); }

// A number of any integer type, as 128 bits in two's complement.
struct __wide { unsigned long long low, high; };
template <typename T> __wide __widened(T x) { return {(unsigned long long)x, x < 0 ? ~0ull : 0ull}; }
__wide __negative(__wide a) { return {0 - a.low, ~a.high + (a.low == 0)}; }
__wide __plus(__wide a, __wide b) { return {a.low + b.low, a.high + b.high + (a.low + b.low < a.low)}; }
__wide __times(__wide a, __wide b)
{
    unsigned long long a0 = a.low & 0xffffffff, a1 = a.low >> 32, b0 = b.low & 0xffffffff, b1 = b.low >> 32;
    unsigned long long inner = (a0 * b0 >> 32) + (a1 * b0 & 0xffffffff) + a0 * b1;
    return {a.low * b.low, a1 * b1 + (a1 * b0 >> 32) + (inner >> 32) + a.high * b.low + a.low * b.high};
}
template <typename T> bool __overflows(__wide x, T *to) // keeps the low bits of x
{
    *to = (T)x.low;
    __wide kept = __widened(*to);
    return kept.low != x.low || kept.high != x.high;
}
template <typename A, typename B, typename T> bool __builtin_add_overflow(A a, B b, T *to) { return __overflows(__plus(__widened(a), __widened(b)), to); }
template <typename A, typename B, typename T> bool __builtin_sub_overflow(A a, B b, T *to) { return __overflows(__plus(__widened(a), __negative(__widened(b))), to); }
template <typename A, typename B, typename T> bool __builtin_mul_overflow(A a, B b, T *to) { return __overflows(__times(__widened(a), __widened(b)), to); }
#define __OVERFLOWS(T, SIGNED, LETTERS) \
    bool __builtin_##SIGNED##add##LETTERS##_overflow(T a, T b, T *to) { return __builtin_add_overflow(a, b, to); } \
    bool __builtin_##SIGNED##sub##LETTERS##_overflow(T a, T b, T *to) { return __builtin_sub_overflow(a, b, to); } \
    bool __builtin_##SIGNED##mul##LETTERS##_overflow(T a, T b, T *to) { return __builtin_mul_overflow(a, b, to); }
__OVERFLOWS(int, s, )
__OVERFLOWS(long, s, l)
__OVERFLOWS(long long, s, ll)
__OVERFLOWS(unsigned, u, )
__OVERFLOWS(unsigned long, u, l)
__OVERFLOWS(unsigned long long, u, ll)
#undef __OVERFLOWS

// What host code has of the functions that GCC knows without a header, after its manual ("Bit Operation Builtins", "Byte-Swapping
// Builtins", "Library Builtins"). Counts of zeros have no value at 0, as there.

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

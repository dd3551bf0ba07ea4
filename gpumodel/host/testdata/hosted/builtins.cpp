// Functions that GCC knows without a header.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
template <typename A, typename B, typename T> void overflow(A a, B b)
{
    T sum, difference, product;
    int over = __builtin_add_overflow(a, b, &sum) | __builtin_sub_overflow(a, b, &difference) << 1 | __builtin_mul_overflow(a, b, &product) << 2;
    printf(" %d %lld %lld %lld", over, (long long)sum, (long long)difference, (long long)product);
}
template <typename A, typename B> void overflows(A a, B b)
{
    overflow<A, B, signed char>(a, b);
    overflow<A, B, unsigned short>(a, b);
    overflow<A, B, int>(a, b);
    overflow<A, B, unsigned>(a, b);
    overflow<A, B, long long>(a, b);
    overflow<A, B, unsigned long>(a, b);
    printf("\n");
}
int main(int argc, char **)
{
    unsigned long long values[] = {1, 2, 0x80, 0xf0f0, 0x7fffffff, 0x80000000, 0xffffffff, 1ull << 40, 0x8000000000000000, ~0ull, 0x123456789abcdef0};
    for (unsigned long long v : values) {
        unsigned x = (unsigned)(v >> 32 | v);
        printf("%d %d %d %d %d %d %x", __builtin_popcount(x), __builtin_parity(x), __builtin_clz(x), __builtin_ctz(x), __builtin_ffs(x), __builtin_clrsb(x),
            __builtin_bswap32(x));
        printf(" %d %d %d %d %d %d %llx", __builtin_popcountll(v), __builtin_parityll(v), __builtin_clzll(v), __builtin_ctzll(v), __builtin_ffsll(v),
            __builtin_clrsbll(v), (unsigned long long)__builtin_bswap64(v));
        printf(" %d %d %d %d %x\n", __builtin_popcountl(v), __builtin_clzl(v), __builtin_ctzl(v), __builtin_ffsl(v), __builtin_bswap16((unsigned short)v));
    }
    for (unsigned long long v : values) {
        for (unsigned long long w : values) {
            overflows(v, w);
            overflows((long long)v, (long long)w);
            overflows((long long)v, (unsigned long)w);
            overflows((unsigned)v, (int)w);
            overflows((short)v, (unsigned char)w);
        }
    }
    int sum;
    unsigned long product;
    printf("%d ", __builtin_sadd_overflow(2147483647, argc, &sum));
    printf("%d ", __builtin_umull_overflow(1ul << 63, 2ul, &product));
    printf("%d %lu\n", sum, product);
    printf("%d %d %d\n", __builtin_constant_p(3 * 4), __builtin_constant_p(sum), __builtin_constant_p("text"));
    printf("%d %d\n", __builtin_ffs(0), __builtin_ffsll(0));
    char text[8];
    __builtin_memset(text, 'a', 7);
    text[7] = 0;
    __builtin_printf("%s %d %d\n", text, (int)__builtin_strlen(text), __builtin_expect(argc == 1, 1) ? 1 : 0);
    if (__builtin_isnan(0.0) || argc > 9) __builtin_abort();
    printf("%g %g %g\n", __builtin_inf(), -(double)__builtin_inff(), __builtin_sqrt(16.0));
    switch (argc) {
    case 1: return 0;
    default: __builtin_unreachable();
    }
}

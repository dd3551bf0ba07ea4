// What a host has of stdint.h, inttypes.h, limits.h, float.h and of math.h beyond what kernels have. long double is double here.

typedef long intmax_t;
typedef unsigned long uintmax_t;
typedef signed char int_least8_t;
typedef unsigned char uint_least8_t;
typedef short int_least16_t;
typedef unsigned short uint_least16_t;
typedef int int_least32_t;
typedef unsigned uint_least32_t;
typedef long int_least64_t;
typedef unsigned long uint_least64_t;
typedef signed char int_fast8_t;
typedef unsigned char uint_fast8_t;
typedef long int_fast16_t;
typedef unsigned long uint_fast16_t;
typedef long int_fast32_t;
typedef unsigned long uint_fast32_t;
typedef long int_fast64_t;
typedef unsigned long uint_fast64_t;
typedef int wchar_t;
typedef unsigned wint_t;
#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32768)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295u
#define INT64_MIN (-9223372036854775807L - 1)
#define INT64_MAX 9223372036854775807L
#define UINT64_MAX 18446744073709551615ul
#define INTPTR_MIN INT64_MIN
#define INTPTR_MAX INT64_MAX
#define UINTPTR_MAX UINT64_MAX
#define INTMAX_MIN INT64_MIN
#define INTMAX_MAX INT64_MAX
#define UINTMAX_MAX UINT64_MAX
#define PTRDIFF_MIN INT64_MIN
#define PTRDIFF_MAX INT64_MAX
#define SIZE_MAX UINT64_MAX
#define SSIZE_MAX INT64_MAX
#define INT8_C(x) x
#define INT16_C(x) x
#define INT32_C(x) x
#define INT64_C(x) x##L
#define UINT8_C(x) x
#define UINT16_C(x) x
#define UINT32_C(x) x##U
#define UINT64_C(x) x##UL
#define INTMAX_C(x) x##L
#define UINTMAX_C(x) x##UL
#define PRId8 "d"
#define PRId16 "d"
#define PRId32 "d"
#define PRId64 "ld"
#define PRIdMAX "ld"
#define PRIdPTR "ld"
#define PRIi8 "i"
#define PRIi16 "i"
#define PRIi32 "i"
#define PRIi64 "li"
#define PRIu8 "u"
#define PRIu16 "u"
#define PRIu32 "u"
#define PRIu64 "lu"
#define PRIuMAX "lu"
#define PRIuPTR "lu"
#define PRIo32 "o"
#define PRIo64 "lo"
#define PRIx8 "x"
#define PRIx16 "x"
#define PRIx32 "x"
#define PRIx64 "lx"
#define PRIxPTR "lx"
#define PRIX8 "X"
#define PRIX16 "X"
#define PRIX32 "X"
#define PRIX64 "lX"
#define PRIXPTR "lX"
#define SCNd8 "hhd"
#define SCNd16 "hd"
#define SCNd32 "d"
#define SCNd64 "ld"
#define SCNu8 "hhu"
#define SCNu16 "hu"
#define SCNu32 "u"
#define SCNu64 "lu"
#define SCNx32 "x"
#define SCNx64 "lx"
#define FLT_RADIX 2
#define FLT_DIG 6
#define FLT_MANT_DIG 24
#define FLT_MIN_EXP (-125)
#define FLT_MAX_EXP 128
#define FLT_MAX_10_EXP 38
#define FLT_MIN_10_EXP (-37)
#define FLT_TRUE_MIN 1.40129846432481707092e-45f
#define DBL_DIG 15
#define DBL_MANT_DIG 53
#define DBL_MIN_EXP (-1021)
#define DBL_MAX_EXP 1024
#define DBL_MAX_10_EXP 308
#define DBL_MIN_10_EXP (-307)
#define DBL_TRUE_MIN 4.94065645841246544177e-324
#define DECIMAL_DIG 17
#define LDBL_MAX DBL_MAX
#define LDBL_MIN DBL_MIN
#define LDBL_EPSILON DBL_EPSILON
#define LDBL_DIG DBL_DIG
#define LDBL_MANT_DIG DBL_MANT_DIG
#define CHAR_BIT 8

#define HUGE_VAL ((double)INFINITY)
#define MAXFLOAT 3.402823466e+38f
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_LOG10E 0.43429448190325182765
typedef float float_t;
typedef double double_t;
double nan(const char *text) { return NAN; }
float nanf(const char *text) { return NAN; }
double scalbln(double x, long n) { return scalbn(x, n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n); }
float scalblnf(float x, long n) { return scalbnf(x, n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n); }
double remquo(double x, double y, int *quotient)
{
    double r = remainder(x, y), q = fabs(rint((x - r) / y));
    int low = (int)fmod(q, 8);
    *quotient = (x < 0) != (y < 0) ? -low : low;
    return r;
}
float remquof(float x, float y, int *quotient) { return (float)remquo((double)x, (double)y, quotient); }
double drem(double x, double y) { return remainder(x, y); }
double significand(double x) { return x == 0 || !isfinite(x) ? x : scalbn(x, -ilogb(x)); }
bool isnormal(double x) { return isfinite(x) && fabs(x) >= 2.2250738585072014e-308; }
bool isnormal(float x) { return isfinite(x) && fabsf(x) >= 1.17549435e-38f; }
int fpclassify(double x) { return isnan(x) ? FP_NAN : isinf(x) ? FP_INFINITE : x == 0 ? FP_ZERO : isnormal(x) ? FP_NORMAL : FP_SUBNORMAL; }
int fpclassify(float x) { return isnan(x) ? FP_NAN : isinf(x) ? FP_INFINITE : x == 0 ? FP_ZERO : isnormal(x) ? FP_NORMAL : FP_SUBNORMAL; }
bool isgreater(double x, double y) { return x > y; }
bool isgreaterequal(double x, double y) { return x >= y; }
bool isless(double x, double y) { return x < y; }
bool islessequal(double x, double y) { return x <= y; }
bool islessgreater(double x, double y) { return x < y || x > y; }
bool isunordered(double x, double y) { return isnan(x) || isnan(y); }

#define offsetof(type, member) ((size_t)&((type *)0)->member)

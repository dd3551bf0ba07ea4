// The fast functions, with the errors that the CUDA C Programming Guide 3.2 states (table C-3), and functions that round once.
// __tanf is a quotient of __sinf and __cosf: 2^-21.41 and tan(1) times 2^-21.19, by cos(1), and the division's 2 units.
//
// sizes: 1 33 129

#include "../expressions.h"

// On the host a kernel computes its last expression.
#ifdef HOST
#define FAST(name, card, host) UNARY(name, float, float, host)
#else
#define FAST(name, card, host) UNARY(name, float, float, card)
#endif

// fast_sinf a: uniform(-3.141592653589793, 3.141592653589793)
// fast_sinf tolerance: 4e-7
FAST(fast_sinf, __sinf(x), sinl(x))
// fast_cosf a: uniform(-3.141592653589793, 3.141592653589793)
// fast_cosf tolerance: 4e-7
FAST(fast_cosf, __cosf(x), cosl(x))
// fast_tanf a: uniform(-1, 1)
// fast_tanf tolerance: 2 ulps, 1.9e-6
FAST(fast_tanf, __tanf(x), tanl(x))
// fast_expf a: uniform(-10, 10)
// fast_expf tolerance: 14 ulps
FAST(fast_expf, __expf(x), expl(x))
// fast_exp10f a: uniform(-5, 5)
// fast_exp10f tolerance: 17 ulps
FAST(fast_exp10f, __exp10f(x), exp10l(x))
// fast_logf a: uniform(0.5, 1e6)
// fast_logf tolerance: 3 ulps, 4e-7
FAST(fast_logf, __logf(x), logl(x))
// fast_log2f a: uniform(0.5, 1e6)
// fast_log2f tolerance: 2 ulps, 4e-7
FAST(fast_log2f, __log2f(x), log2l(x))
// fast_log10f a: uniform(0.5, 1e6)
// fast_log10f tolerance: 3 ulps, 4e-7
FAST(fast_log10f, __log10f(x), log10l(x))
// fast_powf a: uniform(0.1, 100)
// fast_powf tolerance: 24 ulps
FAST(fast_powf, __powf(x, 1.5f), powl(x, 1.5))
// fdividef a: uniform(-50, 50)
// fdividef tolerance: 2 ulps
FAST(fdividef, __fdividef(x, 3.0f), x / 3)
// saturatef a: uniform(-2, 2)
FAST(saturatef, __saturatef(x), fmaxf(0, fminf(x, 1)))
// frcp_rn a: uniform(0.1, 50)
FAST(frcp_rn, __frcp_rn(x), 1 / x)
// fsqrt_rn a: uniform(0, 50)
FAST(fsqrt_rn, __fsqrt_rn(x), sqrtf(x))
// fdiv_rn a: uniform(-50, 50)
FAST(fdiv_rn, __fdiv_rn(x, 3.0f), x / 3)
// fadd_rn a: uniform(-50, 50)
FAST(fadd_rn, __fadd_rn(x, 0.1f), x + 0.1f)
// fsub_rn a: uniform(-50, 50)
FAST(fsub_rn, __fsub_rn(x, 0.1f), x - 0.1f)
// fmul_rn a: uniform(-50, 50)
FAST(fmul_rn, __fmul_rn(x, 0.1f), x * 0.1f)
// sum_of_product a: uniform(-50, 50)
FAST(sum_of_product, __fadd_rn(__fmul_rn(x, x), 0.1f), x * x + 0.1f)
// call_fmaf a: uniform(-2, 2)
UNARY(call_fmaf, float, float, fmaf(x, x, -0.1f))
// call_ldexpf a: uniform(-50, 50)
UNARY(call_ldexpf, float, float, ldexpf(x, -3))
// call_nextafterf a: uniform(-50, 50)
UNARY(call_nextafterf, float, float, nextafterf(x, 100.0f) - x)
// quotient a: uniform(-50, 50)
UNARY(quotient, float, float, x / 7.0f)
// reciprocal_of_root a: uniform(0.1, 50)
// reciprocal_of_root tolerance: 2 ulps
FAST(reciprocal_of_root, 1.0f / sqrtf(x), 1 / sqrtl(x))
// negative_fabsf a: uniform(-50, 50)
UNARY(negative_fabsf, float, float, -fabsf(x))
// kinds_of_numbers a: uniform(-50, 50)
UNARY(kinds_of_numbers, float, float, isnan(x) ? 1.0f : isinf(x) ? 2.0f : isfinite(x) ? 3.0f : 4.0f)
// signs_and_infinities a: uniform(-2, 2)
UNARY(signs_and_infinities, float, float, isnan(logf(x)) + 2 * isinf(x * 3e38f) + 4 * signbit(x))

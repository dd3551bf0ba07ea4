// What -use_fast_math makes of functions: the errors are those of intrinsics.cu.
//
// options: -use_fast_math
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
FAST(fast_sinf, sinf(x), sinl(x))
// fast_cosf a: uniform(-3.141592653589793, 3.141592653589793)
// fast_cosf tolerance: 4e-7
FAST(fast_cosf, cosf(x), cosl(x))
// fast_tanf a: uniform(-1, 1)
// fast_tanf tolerance: 2 ulps, 1.9e-6
FAST(fast_tanf, tanf(x), tanl(x))
// fast_expf a: uniform(-10, 10)
// fast_expf tolerance: 14 ulps
FAST(fast_expf, expf(x), expl(x))
// fast_exp10f a: uniform(-5, 5)
// fast_exp10f tolerance: 17 ulps
FAST(fast_exp10f, exp10f(x), exp10l(x))
// fast_logf a: uniform(0.5, 1e6)
// fast_logf tolerance: 3 ulps, 4e-7
FAST(fast_logf, logf(x), logl(x))
// fast_log2f a: uniform(0.5, 1e6)
// fast_log2f tolerance: 2 ulps, 4e-7
FAST(fast_log2f, log2f(x), log2l(x))
// fast_log10f a: uniform(0.5, 1e6)
// fast_log10f tolerance: 3 ulps, 4e-7
FAST(fast_log10f, log10f(x), log10l(x))
// fast_powf a: uniform(0.1, 100)
// fast_powf tolerance: 24 ulps
FAST(fast_powf, powf(x, 1.5f), powl(x, 1.5))

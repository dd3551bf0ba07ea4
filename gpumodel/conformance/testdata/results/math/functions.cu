// The functions of one argument, in single and in double precision.
//
// sizes: 1 33 129
// tolerance: 2 ulps
// *_double tolerance: 4 ulps, 1e-14
//
// Where the CUDA C++ Programming Guide ("Mathematical Functions") allows more:
// tan_float tolerance: 4 ulps
// sinh_float tolerance: 3 ulps
// asinh_float tolerance: 3 ulps
// acosh_float tolerance: 4 ulps
// atanh_float tolerance: 3 ulps
// erfc_float tolerance: 4 ulps
// normcdf_float tolerance: 5 ulps
// lgamma_float tolerance: 6 ulps
// tgamma_float tolerance: 5 ulps
// normcdf_double tolerance: 5 ulps, 1e-14
// erfc_double tolerance: 5 ulps, 1e-14
// erfinv_double tolerance: 5 ulps, 1e-14
// tgamma_double tolerance: 10 ulps, 1e-14

#include "../expressions.h"

// The host computes in long double and rounds once.
#ifdef HOST
#define FLOAT(name, ...) (float)name##l(__VA_ARGS__)
#define DOUBLE(name, ...) (double)name##l(__VA_ARGS__)
typedef long double number;
const number pi = 3.14159265358979323846264338327950288L;
number rsqrtl(number x) { return 1 / sqrtl(x); }
number rcbrtl(number x) { return 1 / cbrtl(x); }
number normcdfl(number x) { return erfcl(-x / sqrtl(2)) / 2; }
number sinpil(number x) { return sinl(pi * remainderl(x, 2)); }
number cospil(number x) { return cosl(pi * remainderl(x, 2)); }
number erfinvl(number x) {
	number low = -6, high = 6;
	for (int i = 0; i < 100; i++) {
		number middle = (low + high) / 2;
		if (erfl(middle) < x) low = middle;
		else high = middle;
	}
	return high;
}
#else
#define FLOAT(name, ...) name##f(__VA_ARGS__)
#define DOUBLE(name, ...) name(__VA_ARGS__)
#endif
#define FUNCTION(name)                               \
	UNARY(name##_float, float, float, FLOAT(name, x))        \
	UNARY(name##_double, double, double, DOUBLE(name, x))

// sqrt_* a: uniform(0, 1e6)
FUNCTION(sqrt)
// rsqrt_* a: uniform(1e-6, 1e6)
FUNCTION(rsqrt)
// cbrt_* a: uniform(-1e6, 1e6)
FUNCTION(cbrt)
// rcbrt_* a: uniform(1e-3, 1e6)
FUNCTION(rcbrt)
// exp_* a: uniform(-80, 80)
FUNCTION(exp)
// exp2_* a: uniform(-100, 100)
FUNCTION(exp2)
// exp10_* a: uniform(-30, 30)
FUNCTION(exp10)
// expm1_* a: uniform(-2, 80)
FUNCTION(expm1)
// log_* a: uniform(1e-30, 1e30)
FUNCTION(log)
// log2_* a: uniform(1e-30, 1e30)
FUNCTION(log2)
// log10_* a: uniform(1e-30, 1e30)
FUNCTION(log10)
// log1p_* a: uniform(-0.999, 100)
FUNCTION(log1p)
// sin_* a: uniform(-100, 100)
FUNCTION(sin)
// cos_* a: uniform(-100, 100)
FUNCTION(cos)
// tan_* a: uniform(-1.5, 1.5)
FUNCTION(tan)
// asin_* a: uniform(-1, 1)
FUNCTION(asin)
// acos_* a: uniform(-1, 1)
FUNCTION(acos)
// atan_* a: uniform(-1e3, 1e3)
FUNCTION(atan)
// sinh_* a: uniform(-80, 80)
FUNCTION(sinh)
// cosh_* a: uniform(-80, 80)
FUNCTION(cosh)
// tanh_* a: uniform(-10, 10)
FUNCTION(tanh)
// asinh_* a: uniform(-1e4, 1e4)
FUNCTION(asinh)
// acosh_* a: uniform(1, 1e4)
FUNCTION(acosh)
// atanh_* a: uniform(-0.99, 0.99)
FUNCTION(atanh)
// floor_* a: uniform(-100, 100)
FUNCTION(floor)
// ceil_* a: uniform(-100, 100)
FUNCTION(ceil)
// round_* a: uniform(-100, 100)
FUNCTION(round)
// rint_* a: uniform(-100, 100)
FUNCTION(rint)
// nearbyint_* a: uniform(-100, 100)
FUNCTION(nearbyint)
// trunc_* a: uniform(-100, 100)
FUNCTION(trunc)
// fabs_* a: uniform(-100, 100)
FUNCTION(fabs)
// erf_* a: uniform(-3, 3)
FUNCTION(erf)
// erfc_* a: uniform(-3, 3)
FUNCTION(erfc)
// erfinv_* a: uniform(-0.999, 0.999)
FUNCTION(erfinv)
// normcdf_* a: uniform(-5, 5)
FUNCTION(normcdf)
// lgamma_* a: uniform(3, 100)
FUNCTION(lgamma)
// tgamma_* a: uniform(0.5, 30)
FUNCTION(tgamma)
// logb_* a: uniform(1e-20, 1e20)
FUNCTION(logb)
// sinpi_* a: uniform(-3.9, 3.9)
FUNCTION(sinpi)
// cospi_* a: uniform(-3.9, 3.9)
FUNCTION(cospi)

// The functions of two arguments, in single and in double precision.
//
// sizes: 1 33 129
// tolerance: 2 ulps
// *_double tolerance: 4 ulps

#include "../expressions.h"

// The host computes in long double and rounds once.
#ifdef HOST
#define FLOAT(name, ...) (float)name##l(__VA_ARGS__)
#define DOUBLE(name, ...) (double)name##l(__VA_ARGS__)
#else
#define FLOAT(name, ...) name##f(__VA_ARGS__)
#define DOUBLE(name, ...) name(__VA_ARGS__)
#endif
#define FUNCTION(name)                                  \
	BINARY(name##_float, float, float, FLOAT(name, x, y))       \
	BINARY(name##_double, double, double, DOUBLE(name, x, y))

// pow_* a: uniform(1e-3, 1e3)
// pow_* b: uniform(-8, 8)
FUNCTION(pow)
// fmin_* a: uniform(-9, 9)
// fmin_* b: uniform(-9, 9)
FUNCTION(fmin)
// fmax_* a: uniform(-9, 9)
// fmax_* b: uniform(-9, 9)
FUNCTION(fmax)
// fmod_* a: uniform(-1e4, 1e4)
// fmod_* b: uniform(0.1, 7)
FUNCTION(fmod)
// atan2_* a: uniform(-9, 9)
// atan2_* b: uniform(-9, 9)
FUNCTION(atan2)
// hypot_* a: uniform(-1e10, 1e10)
// hypot_* b: uniform(-1e10, 1e10)
FUNCTION(hypot)
// fdim_* a: uniform(-9, 9)
// fdim_* b: uniform(-9, 9)
FUNCTION(fdim)
// copysign_* a: uniform(-9, 9)
// copysign_* b: uniform(-9, 9)
FUNCTION(copysign)
// remainder_* a: uniform(-1e3, 1e3)
// remainder_* b: uniform(0.5, 7)
FUNCTION(remainder)

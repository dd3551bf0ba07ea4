// Conversions between numbers. Floats that an integer cannot hold become the nearest that it can.
//
// sizes: 1 33 129
// a: any()

#include "../expressions.h"

// On the host such a conversion is undefined.
#ifdef HOST
#define TO(type, x) saturated<type>(x)
#define CUT(type, x) (type)saturated<unsigned>(x)
#define static_cast saturated
#else
#define TO(type, x) (type)(x)
#define CUT(type, x) (type)(x)
#endif

UNARY(float_to_int, int, float, TO(int, x))
UNARY(float_to_unsigned, unsigned, float, TO(unsigned, x))
UNARY(float_to_long_long, long long, float, TO(long long, x))
UNARY(float_to_unsigned_long_long, unsigned long long, float, TO(unsigned long long, x))
UNARY(double_to_int, int, double, TO(int, x))
UNARY(double_to_long_long, long long, double, static_cast<long long>(x))
// float_to_short a: rand(-30000, 29999) / 3.0
UNARY(float_to_short, short, float, (short)x)
// Small unsigned numbers are what is left of an unsigned word.
UNARY(float_to_unsigned_char, unsigned char, float, CUT(unsigned char, x))
UNARY(float_to_unsigned_short, unsigned short, float, CUT(unsigned short, x))
// small_to_unsigned_char a: uniform(-600, 600)
UNARY(small_to_unsigned_char, unsigned char, float, CUT(unsigned char, x))
UNARY(double_to_unsigned_char, unsigned char, double, CUT(unsigned char, x))
UNARY(float2int_rn, int, float, __float2int_rn(x))
UNARY(float2int_rz, int, float, __float2int_rz(x))
UNARY(float2int_ru, int, float, __float2int_ru(x))
UNARY(float2int_rd, int, float, __float2int_rd(x))
UNARY(float2uint_rn, unsigned, float, __float2uint_rn(x))
UNARY(floor_and_ceil_to_int, int, float, TO(int, floorf(x)) ^ TO(int, ceilf(x)))
UNARY(floor_of_double_to_long_long, long long, double, TO(long long, floor(x)))
// signs_of_sources a: rand(-20, 19) / 2.0
UNARY(signs_of_sources, float, float, fmaf(-x, fabsf(x), -fabsf(x + 1)) + (x < -fabsf(x - 3) ? -x : fabsf(x)))
// signs_of_doubles a: rand(-20, 19) / 2.0
UNARY(signs_of_doubles, double, double, -fabs(x) * x + (-x > 2.5 ? 0.0 : -x))
// tests_of_bits a: rand(0, 15)
UNARY(tests_of_bits, int, int, ((x & 6) == 0) + 2 * ((x | 5) != 5) + 4 * ((x & 1) ? 0 : 1))
// call_lroundf a: rand(-2000, 1999) / 4.0
UNARY(call_lroundf, int, float, (int)lroundf(x))
// call_llrint a: rand(-2000, 1999) / 4.0
UNARY(call_llrint, long long, double, llrint(x))
UNARY(int_to_float, float, int, (float)x)
UNARY(unsigned_to_float, float, unsigned, x)
UNARY(long_long_to_float, float, long long, x)
UNARY(unsigned_long_long_to_float, float, unsigned long long, x)
UNARY(int_to_double, double, int, x * 0.5)
UNARY(unsigned_long_long_to_double, double, unsigned long long, x)
UNARY(double_to_float, float, double, x)
UNARY(float_to_double, double, float, x)
// double_literal a: uniform(0, 1)
UNARY(double_literal, float, float, x * 0.1)
UNARY(char_to_float, float, signed char, x * 0.25f)
UNARY(unsigned_short_to_double, double, unsigned short, x + 0.25)
// float_to_bool a: rand(0, 2) / 2.0
UNARY(float_to_bool, int, float, (bool)x + !x)
UNARY(int_to_long_long, long long, int, (long long)x + (unsigned long long)(unsigned)x)
UNARY(long_long_to_int, int, long long, (int)x ^ (int)(x >> 32))
// bits_of_float a: uniform(0, 1)
UNARY(bits_of_float, int, float, __float_as_int(x) ^ __float_as_uint(-x))
// float_of_bits a: uniform(1, 2)
UNARY(float_of_bits, float, float, __int_as_float(0x5f3759df - (__float_as_int(x) >> 1)))
UNARY(bits_of_double, long long, double, __double_as_longlong(x))
UNARY(float_to_half_and_back, float, float, __half2float(__float2half(x)))
// bits_of_half a: uniform(0, 100)
UNARY(bits_of_half, int, float, __half_as_ushort((half)x) + (int)(half)(x * 0.5f))
UNARY(half_of_bits, float, unsigned short, __ushort_as_half(x & 0x7bff))
// pun_by_pointer a: uniform(0, 1)
UNARY(pun_by_pointer, int, float, *(int *)&x)

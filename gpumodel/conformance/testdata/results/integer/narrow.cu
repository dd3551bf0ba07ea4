// Arithmetic in char and short, which wrap when they are stored.
//
// sizes: 1 33 129
// a: any()
// b: any()

#include "../expressions.h"

BINARY(of_signed_char, signed char, signed char, x + y)
BINARY(unsigned_char, unsigned char, unsigned char, x * y + 200)
BINARY(of_short, short, short, x * y - (x >> 3))
BINARY(unsigned_short, unsigned short, unsigned short, (x + y) >> 1)
BINARY(char_in_int, int, signed char, x * y)
BINARY(cast, int, int, (unsigned char)(x * y) + (signed char)x + (short)y * (unsigned short)x)
UNARY(counter_wraps, unsigned char, unsigned char, x += 100, x++, x *= 3, x <<= 1, x)
UNARY(short_counter_wraps, int, short, x += 30000, x++, x *= 3, -x)
UNARY(of_bool, int, short, (bool)x + (bool)(x >> 4) + (x != 0 && x != 1))

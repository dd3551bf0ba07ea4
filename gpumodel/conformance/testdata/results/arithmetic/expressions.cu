// Arithmetic of floats and doubles, also with infinities, NaN and both zeros.
//
// sizes: 1 33 129
// a: rand(0, 0xffffff) * 20 / 16777216.0 - 10
// b: rand(0, 0xffffff) * 20 / 16777216.0 - 10
// double_* a: uniform(-10, 10)
// double_* b: uniform(-10, 10)
// special_* a: pick(0, -0.0, 1, -1, inf, -inf, nan, 3.4028234663852886e38, 0.5)
// special_* b: pick(0, -0.0, 1, -1, inf, -inf, nan, 3.4028234663852886e38, 0.5)
//
// Not all cards have subnormal numbers: TestArithmeticResults.
// special_quotient b: pick(0, -0.0, 1, -1, inf, -inf, nan, 4.253529332981611e37, 0.5)
//
// Which zero is the smaller one is open.
// special_fminf tolerance: 1 ulps
// special_max tolerance: 1 ulps

#include "../expressions.h"

BINARY(float_operators, float, float, (x + y) / (x - y))
BINARY(double_operators, double, double, (x + y) / (x - y))
BINARY(special_sum, float, float, x + y)
BINARY(special_difference, float, float, x - y)
BINARY(special_product, float, float, x * y)
BINARY(special_quotient, float, float, x / y)
BINARY(special_fminf, float, float, fminf(x, y))
BINARY(special_max, float, float, max(x, y))
BINARY(special_comparisons, int, float, (x < y) | (x <= y) << 1 | (x > y) << 2 | (x >= y) << 3 | (x == y) << 4 | (x != y) << 5)
BINARY(special_negated_comparisons, int, float, !(x < y) | !(x <= y) << 1 | !(x > y) << 2 | !(x >= y) << 3 | !(x == y) << 4 | !(x != y) << 5)
BINARY(double_comparisons, int, double, (x < y) + 2 * (x > y) + 4 * !(x < 0.5))

// x * y + z. Compute capability 1.x cuts the product of floats to 24 bits and rounds the sum (CUDA C
// Programming Guide 3.2, section G.2); later ones, and that of doubles, round once.
//
// sizes: 1 33 129
// wants: fused truncated
// a: rand(0, 0xffffff) * 20 / 16777216.0 - 10
// b: rand(0, 0xffffff) * 20 / 16777216.0 - 10
// of_double a: uniform(-10, 10)
// of_double b: uniform(-10, 10)

#include "../expressions.h"

#ifdef HOST
#define MULTIPLY_ADD(name, T, expression, x, y, z) BINARY(name, T, T, multiply_add(x, y, z))
#else
#define MULTIPLY_ADD(name, T, expression, ...) BINARY(name, T, T, expression)
#endif

MULTIPLY_ADD(of_float, float, x * y + 1.5f, x, y, 1.5f)
MULTIPLY_ADD(of_double, double, x * y + 1.5, x, y, 1.5)
MULTIPLY_ADD(product_then_difference, float, x * y - y, x, y, -y)
MULTIPLY_ADD(difference_and_product, float, y - x * y, -x, y, y)

// What the texts of mathematical functions share. They are what nvcc makes of the functions: the constants and the order of
// the operations are those of the PTX that NVRTC makes of a call.
//
// POLYn(x, a, b, ...) is a polynomial of degree n by Horner's rule, the coefficient of the highest power first.

#define POLY1(x, a, b) fma(a, x, b)
#define POLY2(x, a, b, c) fma(POLY1(x, a, b), x, c)
#define POLY3(x, a, b, c, d) fma(POLY2(x, a, b, c), x, d)
#define POLY4(x, a, b, c, d, e) fma(POLY3(x, a, b, c, d), x, e)
#define POLY5(x, a, b, c, d, e, f) fma(POLY4(x, a, b, c, d, e), x, f)
#define POLY6(x, a, b, c, d, e, f, g) fma(POLY5(x, a, b, c, d, e, f), x, g)
#define POLY7(x, a, b, c, d, e, f, g, h) fma(POLY6(x, a, b, c, d, e, f, g), x, h)
#define POLY8(x, a, b, c, d, e, f, g, h, i) fma(POLY7(x, a, b, c, d, e, f, g, h), x, i)
#define POLY9(x, a, b, c, d, e, f, g, h, i, j) fma(POLY8(x, a, b, c, d, e, f, g, h, i), x, j)
#define POLY10(x, a, b, c, d, e, f, g, h, i, j, k) fma(POLY9(x, a, b, c, d, e, f, g, h, i, j), x, k)
#define POLY11(x, a, b, c, d, e, f, g, h, i, j, k, l) fma(POLY10(x, a, b, c, d, e, f, g, h, i, j, k), x, l)
#define POLY12(x, a, b, c, d, e, f, g, h, i, j, k, l, m) fma(POLY11(x, a, b, c, d, e, f, g, h, i, j, k, l), x, m)
#define POLY13(x, a, b, c, d, e, f, g, h, i, j, k, l, m, n) fma(POLY12(x, a, b, c, d, e, f, g, h, i, j, k, l, m), x, n)
#define POLY14(x, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) fma(POLY13(x, a, b, c, d, e, f, g, h, i, j, k, l, m, n), x, o)
#define POLY15(x, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) fma(POLY14(x, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o), x, p)
#define POLY16(x, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q) fma(POLY15(x, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p), x, q)
#define POLY17(x, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r) fma(POLY16(x, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q), x, r)
#define POLY18(x, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s) fma(POLY17(x, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r), x, s)
#define POLY19(x, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t) fma(POLY18(x, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s), x, t)
#define POLY20(x, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u) fma(POLY19(x, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t), x, u)
#define POLY21(x, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v) fma(POLY20(x, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u), x, v)
#define POLY22(x, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w) fma(POLY21(x, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v), x, w)
#define POLY23(x, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, y) fma(POLY22(x, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w), x, y)
#define POLY24(x, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, y, z) fma(POLY23(x, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, y), x, z)

#define INF_F __int_as_float(0x7f800000)
#define NAN_F __int_as_float(0x7fffffff)
#define INF_D __longlong_as_double(0x7ff0000000000000ll)
#define NAN_D __longlong_as_double(0xfff8000000000000ll)
#define LEAST_NORMAL_F 1.1754944e-38f // 2^-126

// The words of a double, and the double of two words.
#define HIGH(x) ((int)(__double_as_longlong(x) >> 32))
#define LOW(x) ((int)__double_as_longlong(x))
#define WORDS(high, low) __longlong_as_double((long long)(high) << 32 | (unsigned)(low))
#define HIGH_FLOAT(x) __int_as_float(HIGH(x))

// A reciprocal that the special function unit begins: r is what it has of 1/x.
#define REFINED(x, r) fma(fma(fma(-(x), r, 1.0), fma(-(x), r, 1.0), fma(-(x), r, 1.0)), r, r)
